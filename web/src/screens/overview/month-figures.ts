import type { Overview } from '../../api/wire.js';
import type { Level, Sums } from './use-overview.js';

export interface MonthFigures extends Sums {
  /** `2026-10` */
  readonly month: string;
  /** The same month of the year before. */
  readonly before: Sums;
}

export const monthsOf = ({ months, months_before: earlier }: Overview, level: Level): MonthFigures[] =>
  months.map((month, index) => ({
    month: month.month,
    ...month[level],
    before: (earlier[index] ?? month)[level],
  }));

/** As the i18n formats take it. */
export const dayOf = (month: string): string => `${month}-01`;
