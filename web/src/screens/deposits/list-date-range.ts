import type { ListState } from '../../api/use-list-state.js';
import { dateRangeOf } from './use-month.js';

/** The days of a list: those of the month, unless others are chosen. */
export const listDateRange = ({ from, until }: ListState, month: string): Readonly<Record<string, string>> =>
  from || until ? {} : { ...dateRangeOf(month) };
