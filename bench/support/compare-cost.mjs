import { timeAlternating } from './rounds.mjs';
import { milliseconds } from './table.mjs';

// "The same" within the noise of a busy machine: a cost that grew with the rows would differ by factors.
const noise = 1.3;

/** Whether two requests cost the same; `ours` is the one that would be expensive if the cost grew with the rows. */
export async function compareCost({ what, otherIs, ours, other, turns, tolerance = noise }) {
  const { oursMs, otherMs, ratio } = await timeAlternating(ours, other, turns);
  return {
    what,
    ours: milliseconds(oursMs),
    other: milliseconds(otherMs),
    otherIs,
    ratio,
    bar: `the same (up to ${tolerance})`,
    holds: ratio <= tolerance,
  };
}
