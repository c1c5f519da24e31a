import { invalid } from '../errors.js';

/** The first instant of the date's month, in UTC. */
export const startOfMonth = (date: Date): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));

export const addMonths = (month: Date, months: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months, 1));

export const lastDayOfMonth = (month: Date): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0));

export const startOfQuarter = (date: Date): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1));

export const startOfYear = (date: Date): Date => new Date(Date.UTC(date.getUTCFullYear(), 0, 1));

/** YYYY-MM-DD, the format of a `date` column. */
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Parses a month such as 2026-10; undefined if it is invalid. */
export function parseMonth(text: string): Date | undefined {
  const [, year, month] = /^([1-9]\d{3})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return new Date(Date.UTC(Number(year), Number(month) - 1, 1));
}

/** Like `parseMonth`, but throws. */
export function readMonth(text: string): Date {
  const month = parseMonth(text);
  if (!month) throw invalid(`${text} is not a month such as 2026-10`);
  return month;
}

/** YYYY-MM */
export const isoMonth = (month: Date): string => month.toISOString().slice(0, 7);

export function requireMonthIsOver(month: Date, now: Date): void {
  if (addMonths(month, 1) > now)
    throw invalid(`${isoMonth(month)} is not over yet`, {
      code: 'month-not-over',
      params: { month: isoMonth(month) },
    });
}
