import { setTimeout as wait } from 'node:timers/promises';

export const pollInterval = 20;

export async function pause(milliseconds = pollInterval): Promise<void> {
  await wait(milliseconds);
}

/** A pause that ends early when the signal aborts, and does not keep the process alive. */
export async function pauseUnless(signal: AbortSignal, milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
}

/** Returns a function that returns the elapsed milliseconds. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
