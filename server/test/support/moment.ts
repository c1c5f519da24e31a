import { setTimeout as pause } from 'node:timers/promises';

/**
 * Lets time pass before a test interferes: kills a process, takes the database away, sends the next request of many. It is never a way to
 * wait for a result: that is what `until` is for.
 */
export async function moment(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}
