import { addMonths, readMonth, startOfMonth } from '../../platform/time/months.js';

/** The month in the payload; for a scheduled job, the month before its scheduled time. */
export function monthOf(payload: unknown): Date {
  const { month, _cron: cron } = payload as { month?: string; _cron?: { ts: string } };
  if (month !== undefined) return readMonth(month);
  if (cron === undefined) throw new Error('The job has no month');
  return addMonths(startOfMonth(new Date(cron.ts)), -1);
}
