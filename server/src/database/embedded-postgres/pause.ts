import { setTimeout as wait } from 'node:timers/promises';

export const pollInterval = 20;

export async function pause(milliseconds = pollInterval): Promise<void> {
  await wait(milliseconds);
}

/** A pause that ends early when the signal comes, and for which no process stays alive. */
export async function pauseUnless(signal: AbortSignal, milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
}

/** Answers how many milliseconds have passed since it was made. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
