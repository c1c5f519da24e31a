import type { Big } from 'big.js';
import { factorBounds } from '../methodologies/factor-bounds.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { standardPagesOfMass } from '../paper/conversion.js';
import { maxStandardPages } from '../paper/items.js';
import { massOfSheets, type Sheets } from '../paper/sheets.js';
import type { Database } from '../../database/database.js';
import { decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';

export const beyondBound = {
  message: `pages and paper must be at most ${maxStandardPages} standard pages`,
  reason: { code: 'paper-too-much', field: 'pages', params: { max: maxStandardPages } },
} as const;

const { standardWidth, standardLength, standardGsm } = factorBounds;

/** So little is within the bound by every methodology that there can be. Most deposits are. */
const alwaysWithin = decimal(standardWidth.least)
  .times(standardLength.least)
  .times(standardGsm.least)
  .times(maxStandardPages)
  .toNumber();

/** By doubles, whose error is far less than the half that is left out here: decimals are for those that come near. */
const isSurelyWithin = ({ quantity, width, length, gsm }: Sheets): boolean =>
  Math.abs(Number(quantity)) * Number(width) * Number(length) * gsm <= alwaysWithin / 2;

/** Which of these deposits come to more standard pages than one may, by their index; those that take back are held to it alike. */
export async function findBeyondBound(db: Database, deposits: readonly Sheets[]): Promise<number[]> {
  if (deposits.every(isSurelyWithin)) return [];
  const masses = deposits.map((deposit) => massOfSheets(deposit).abs());
  const methodology = await currentMethodology(db);
  const isBeyond = (mass: Big): boolean => standardPagesOfMass(mass, methodology).gt(maxStandardPages);
  return masses.flatMap((mass, index) => (isBeyond(mass) ? [index] : []));
}

export async function requireWithinBound(db: Database, deposits: readonly Sheets[]): Promise<void> {
  if ((await findBeyondBound(db, deposits)).length > 0)
    throw invalid(beyondBound.message, beyondBound.reason);
}
