import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Long enough for a busy machine, and shorter than the timeout of a test, whose message could not say what is missing. */
const usualMs = 240_000;

/**
 * Polls until the condition is met, and returns the last value. `what` completes the sentence "waited for"; the error
 * message contains it and the last value.
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  isSo: (seen: Seen) => boolean = Boolean,
  withinMs = usualMs,
): Promise<Seen> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (performance.now() > deadline)
      throw new Error(
        `Waited ${withinMs / 1000} s for ${what}; last seen: ${inspect(seen, { breakLength: 200 })}`,
      );
    await pause(20);
  }
}
