import { useI18n } from '../../i18n/use-i18n.js';
import type { Sums } from './use-overview.js';

interface Measured {
  readonly name: string;
  readonly of: (sums: Sums) => number;
  readonly format: (value: number) => string;
}

/** What the sums of months consist of, and how it is shown. */
export function useMeasures(): readonly Measured[] {
  const { t, number, trees } = useI18n();
  const tonnes = (value: number): string => t('app.amount.tonnes', { tonnes: value });
  return [
    { name: t('app.trees'), format: trees, of: ({ trees: value }) => value },
    { name: t('app.pages'), format: number, of: ({ pages }) => pages },
    { name: t('app.overview.paperCo2e'), format: tonnes, of: ({ paper_mtco2e: value }) => value },
    { name: t('app.overview.offsetCo2e'), format: tonnes, of: ({ mtco2e }) => mtco2e },
  ];
}
