import { onTestFinished, vi } from 'vitest';

/** A timeout that can be told from the waits between attempts, which are shorter. */
export const longTimeoutMs = 600_000;

/** Skips waits and returns their durations in milliseconds. */
export function skipWaits(): number[] {
  const waits: number[] = [];
  const { setTimeout: real } = globalThis;
  const skipping = (run: () => void, ms = 0, ...rest: []): NodeJS.Timeout => {
    // Excludes timers of the HTTP client itself, and timeouts.
    const isWait = ms < longTimeoutMs && (new Error().stack ?? '').includes('sdk/src/retry');
    if (isWait) waits.push(ms);
    return real(run, isWait ? 0 : ms, ...rest);
  };
  vi.stubGlobal('setTimeout', skipping);
  onTestFinished(() => void vi.unstubAllGlobals());
  return waits;
}
