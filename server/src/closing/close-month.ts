import { currentMethodology } from '../methodologies/methodology-store.js';
import type { Context } from '../platform/context.js';
import { decimal, divide } from '../platform/decimals.js';
import { closingMonth } from './closing-month.js';
import { settleMonth, type CloseOptions, type CloseOutcome } from './settle-month.js';
import { openSettlements } from './settlement-store.js';

/**
 * Turns all unprocessed deposits dated before the month's end into offsets and certificates: exactly once per account
 * and month, whoever else is at it and wherever an earlier run was broken off.
 */
export async function closeMonth(
  context: Context,
  month: Date,
  options: CloseOptions = {},
): Promise<CloseOutcome> {
  await openMonth(context, month);
  return settleMonth(context, month, options);
}

/** Opens a settlement for every account that has something to settle and no settlement of that month yet. */
export async function openMonth({ db, clock }: Context, month: Date): Promise<void> {
  const now = clock();
  const { end } = closingMonth(month, now);
  const { standardPageMass } = await currentMethodology(db);
  // Half a page is what rounds to one; less is nothing.
  const atLeastGrams = divide(decimal(standardPageMass), decimal(2), 12).toFixed();
  await openSettlements(db, { month, end, now }, atLeastGrams);
}
