import { dayMs } from '../../platform/time/durations.js';

/** How long a receiver asks to wait: seconds or a date, at most a day. Undefined if it does not, or not understandably. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return ms > 0 ? Math.min(ms, dayMs) : undefined;
}
