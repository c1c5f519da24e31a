import { ApiError, ConnectionError } from './errors.js';

const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const firstDelayMs = 250;
const lastDelayMs = 8000;

/** The wait before a retry; undefined if a retry is pointless or the wait would be too long. */
export function retryDelay(error: unknown, attempt: number, maxMs: number): number | undefined {
  const mayPass = error instanceof ApiError ? passing.has(error.status) : error instanceof ConnectionError;
  if (!mayPass) return undefined;
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked !== undefined) {
    // Never earlier than requested. The jitter keeps clients that were refused together from returning together.
    return asked * 1000 <= maxMs ? asked * 1000 + Math.random() * firstDelayMs : undefined;
  }
  const backoff = Math.min(firstDelayMs * 2 ** attempt, lastDelayMs, maxMs);
  return backoff * (0.5 + Math.random() / 2);
}

/** Retry-After in seconds. A date is relative to the response's own date, because the two clocks may differ. */
export function readRetryAfter(retryAfter: string | null, date: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = (Date.parse(retryAfter) - Date.parse(date ?? '')) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Waits, unless the signal aborts it. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
  });
  signal?.throwIfAborted();
}

/** A random UUID, even without Web Crypto: in Node 18, and on pages that were not loaded over HTTPS. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  return (
    crypto?.randomUUID?.() ??
    '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
      (Number(digit) ^ ((Math.random() * 16) >> (Number(digit) / 4))).toString(16),
    )
  );
}
