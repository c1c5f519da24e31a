import { createHash } from 'node:crypto';

const minuteMs = 60_000;
/** The longest pause after a failure. */
export const maxPauseMs = 60 * minuteMs;

/** How long to wait after so many failures in a row: a minute, doubled up to an hour. */
export const backOffMs = (failures: number): number =>
  Math.min(maxPauseMs, minuteMs * 2 ** Math.min(failures - 1, 10));

/** The night, in minutes of the machine's local time: printers are idle, and the pages of the day are complete. */
const nightMinutes = 5 * 60;

/** Each agent has its own time, always the same, so that a server is not called by all of them at once. */
export function readingMinute(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE() % nightMinutes;
}

/** The last time that a daily reading was due. */
export function lastDue(id: string, now: Date): Date {
  const due = atMinute(now, readingMinute(id));
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

export function nextDue(id: string, now: Date): Date {
  const due = lastDue(id, now);
  due.setDate(due.getDate() + 1);
  return due;
}

function atMinute(day: Date, minute: number): Date {
  const time = new Date(day);
  time.setHours(0, minute, 0, 0);
  return time;
}
