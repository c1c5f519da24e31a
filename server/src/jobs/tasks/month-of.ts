import { addMonths, readMonth, startOfMonth } from '../../platform/time/months.js';

/** The month that a job names; for one that the schedule made, the month before its time. */
export function monthOf(payload: unknown): Date {
  const { month, _cron: cron } = payload as { month?: string; _cron?: { ts: string } };
  if (month !== undefined) return readMonth(month);
  if (cron === undefined) throw new Error('The job names no month');
  return addMonths(startOfMonth(new Date(cron.ts)), -1);
}
