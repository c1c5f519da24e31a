import { setTimeout } from 'node:timers/promises';

/**
 * Lets time pass before a test interferes: kills a process, stops the database, sends the next of many requests.
 * Never use it to wait for a result; use `until` for that.
 */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}
