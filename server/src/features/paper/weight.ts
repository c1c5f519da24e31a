import Big from 'big.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import { defaultPaper } from './sheets.js';

/** Grams. */
const units = { kg: '1000', g: '1', lb: '453.59237', t: '1000000' } as const;

export type WeightUnit = keyof typeof units;
export const weightUnits = Object.keys(units) as WeightUnit[];

/** In grams. Lighter than any sheet of paper, and heavy enough to be fitted to one. */
export const minWeight = 0.001;

/** Whether a weight is more than none, but less than can be booked. */
export const isTooLight = (weight: Decimal, unit: WeightUnit): boolean => {
  const mass = decimal(weight).times(units[unit]).abs();
  return mass.gt(0) && mass.lt(minWeight);
};

/** No decimal is exact, as the default paper is no round number of grams. This is less than a picogram for a tonne. */
const lengthDecimals = 20;

export interface WeighedSheets {
  readonly pages: number;
  readonly width: Decimal;
  readonly length: Decimal;
  readonly gsm: number;
}

/**
 * Sheets of about the default paper that have this mass: as many as come closest, and then a length that makes up for the rest. It
 * is rounded up, so that what is half a page stays half a page.
 */
export function sheetsOfWeight(weight: Decimal, unit: WeightUnit): WeighedSheets {
  const { width, length, gsm } = defaultPaper;
  const mass = decimal(weight).times(units[unit]);
  // No length is 0.
  if (mass.eq(0)) return { pages: 0, width: String(width), length: String(length), gsm };
  const perMetre = decimal(width).times(gsm);
  const count = Math.max(1, Math.round(mass.abs().div(perMetre.times(length)).toNumber()));
  const precise = Big();
  precise.DP = lengthDecimals;
  precise.RM = Big.roundUp;
  const fitted = new precise(mass.abs()).div(perMetre.times(count));
  return { pages: mass.lt(0) ? -count : count, width: String(width), length: fitted.toFixed(), gsm };
}
