import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition; a hang is found by the time limit of the test. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}
