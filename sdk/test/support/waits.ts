import { onTestFinished, vi } from 'vitest';

/** A time limit that is told apart from waits between attempts, which are shorter. */
export const longTimeoutMs = 600_000;

/** Lets waits pass at once and says how long they would have been, in milliseconds. */
export function skipWaits(): number[] {
  const waits: number[] = [];
  const { setTimeout: real } = globalThis;
  const skipping = (run: () => void, ms = 0, ...rest: []): NodeJS.Timeout => {
    // Those of the HTTP client itself, and time limits, are left alone.
    const isWait = ms < longTimeoutMs && (new Error().stack ?? '').includes('sdk/src/retry');
    if (isWait) waits.push(ms);
    return real(run, isWait ? 0 : ms, ...rest);
  };
  vi.stubGlobal('setTimeout', skipping);
  onTestFinished(() => void vi.unstubAllGlobals());
  return waits;
}
