import { median } from '../rounds.mjs';
import { count } from '../table.mjs';

/**
 * Compares two rates, measured in turns: a machine that is busy for a while slows both down. The result is the median
 * of the rounds. Without `atLeast`, it is informational only. A single round only shows that it runs, and needs no warm-up.
 */
export async function compareRates({ what, otherIs, ours, other, rounds, atLeast, aim }) {
  const measured = [];
  if (rounds > 1) await ours();
  for (let round = 0; round < rounds; round++) measured.push({ ours: await ours(), other: await other() });
  const ratio = median(measured.map((one) => one.ours / one.other));
  return {
    what,
    ours: perSecond(median(measured.map((one) => one.ours))),
    other: perSecond(median(measured.map((one) => one.other))),
    otherIs,
    ratio,
    bar: atLeast === undefined ? 'none' : `at least ${atLeast}${aim === undefined ? '' : `, aim ${aim}`}`,
    holds: atLeast === undefined || ratio >= atLeast,
  };
}

const perSecond = (rate) => `${count(Math.round(rate))} /s`;
