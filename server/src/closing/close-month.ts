import { currentMethodology } from '../methodologies/methodology-store.js';
import type { Context } from '../platform/context.js';
import { decimal, divide } from '../platform/decimals.js';
import { closingMonth } from './closing-month.js';
import { settleMonth, type CloseOptions, type CloseOutcome } from './settle-month.js';
import { openMonthsBefore, openSettlements } from './settlement-store.js';

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

/**
 * Opens a settlement for every account that has something to settle and no settlement of that month yet. A close of an
 * earlier month that is under way comes first: its deposits are not to be dated later than they have to be.
 */
export async function openMonth(context: Context, month: Date): Promise<void> {
  const { db, clock } = context;
  for (const earlier of await openMonthsBefore(db, month)) await settleMonth(context, earlier);
  const now = clock();
  const { end } = closingMonth(month, now);
  const { standardPageMass } = await currentMethodology(db);
  // Half a page is what rounds to one; less is nothing.
  const atLeastGrams = divide(decimal(standardPageMass), decimal(2), 12).toFixed();
  await openSettlements(db, { month, end, now }, atLeastGrams);
}
