import { Big } from 'big.js';
import { decimal } from '../../platform/decimals.js';

/**
 * Splits a whole by weights so that the parts, each with at most `decimals` decimals, add up to it exactly. Every share
 * is rounded down, and the rest is distributed, one unit each, to the largest remainders (on a tie, the first).
 */
export function apportion(whole: Big, weights: readonly Big[], decimals: number): Big[] {
  const unit = decimal(10).pow(-decimals);
  const totalWeight = weights.reduce((sum, weight) => sum.plus(weight), decimal(0));
  if (totalWeight.eq(0)) return weights.map(() => decimal(0));

  const shares = weights.map((weight, index) => {
    // Multiplied by the total weight, shares and remainders stay exact: no division is rounded.
    const exact = whole.times(weight);
    const units = floorDivide(exact, totalWeight.times(unit));
    const part = units.times(unit);
    return { index, part, remainder: exact.minus(part.times(totalWeight)) };
  });
  let left = whole.minus(shares.reduce((sum, { part }) => sum.plus(part), decimal(0)));
  const byRemainder = [...shares].sort((a, b) => b.remainder.cmp(a.remainder) || a.index - b.index);
  for (const share of byRemainder) {
    if (left.lt(unit)) break;
    share.part = share.part.plus(unit);
    left = left.minus(unit);
  }
  return shares.map(({ part }) => part);
}

function floorDivide(a: Big, b: Big): Big {
  const Floor = Big();
  Floor.DP = 0;
  Floor.RM = Big.roundDown;
  return decimal(new Floor(a).div(b).toFixed());
}
