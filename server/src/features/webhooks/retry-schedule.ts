import { dayMs } from '../../platform/time/durations.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Between the attempts: ten in about three days. */
const delays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A delay is up to this much shorter or longer, so that what failed together is not repeated together. */
const jitter = 0.2;

/** How long to wait after this many attempts; undefined if there are no more. */
export function delayAfter(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.max(delay * (1 - jitter + 2 * jitter * random()), retryAfterMs ?? 0);
}

/** An endpoint whose attempts have all failed for this long is disabled. */
export const longestFailureMs = 5 * dayMs;

/** While all attempts fail, the next delivery waits, too: one that is down is not asked once for each event. */
export const pauseAfter = (failures: number): number => Math.min(second * 2 ** (failures - 1), minute);
