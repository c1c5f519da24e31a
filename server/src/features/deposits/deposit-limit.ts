import { factorBounds } from '../methodologies/factor-bounds.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { standardPagesOfMass } from '../paper/conversion.js';
import { maxStandardPages } from '../paper/items.js';
import { massOfSheets, type Sheets } from '../paper/sheets.js';
import type { Database } from '../../database/database.js';
import { decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';

export const overLimit = {
  message: `pages and paper must be at most ${maxStandardPages} standard pages`,
  reason: { code: 'paper-too-much', field: 'pages', params: { max: maxStandardPages } },
} as const;

const { standardWidth, standardLength, standardGsm } = factorBounds;

/** A mass up to this is within the limit under every possible methodology. Most deposits are below it. */
const alwaysWithin = decimal(standardWidth.min)
  .times(standardLength.min)
  .times(standardGsm.min)
  .times(maxStandardPages)
  .toNumber();

/** Uses doubles: half of the limit is a margin far larger than their error. Only larger deposits need decimals. */
const isSurelyWithin = ({ quantity, width, length, gsm }: Sheets): boolean =>
  Math.abs(Number(quantity)) * Number(width) * Number(length) * gsm <= alwaysWithin / 2;

/** Indexes of the deposits with more standard pages than allowed. The same limit applies to negative deposits. */
export async function findOverLimit(db: Database, deposits: readonly Sheets[]): Promise<number[]> {
  const unsure = deposits.flatMap((deposit, index) => (isSurelyWithin(deposit) ? [] : [{ deposit, index }]));
  if (unsure.length === 0) return [];
  const methodology = await currentMethodology(db);
  const isOver = (deposit: Sheets): boolean =>
    standardPagesOfMass(massOfSheets(deposit).abs(), methodology).gt(maxStandardPages);
  return unsure.flatMap(({ deposit, index }) => (isOver(deposit) ? [index] : []));
}

export async function requireWithinLimit(db: Database, deposits: readonly Sheets[]): Promise<void> {
  if ((await findOverLimit(db, deposits)).length > 0) throw invalid(overLimit.message, overLimit.reason);
}
