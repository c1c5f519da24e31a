import { setTimeout as pause } from 'node:timers/promises';
import { currentMethodology } from '../methodologies/methodology-store.js';
import type { Context } from '../../database/context.js';
import { decimal, divide } from '../../platform/decimals.js';
import { closingMonth } from './closing-month.js';
import { markOpen } from './month-end-store.js';
import {
  addOutcomes,
  retrySetAside,
  settleMonth,
  type CloseOptions,
  type CloseOutcome,
} from './settle-month.js';
import { openMonthsBefore, openSettlements } from '../settlements/settlement-store.js';

/** How long to wait before looking again at what others are settling. */
const lookAgainMs = 500;

/**
 * Turns all unprocessed deposits dated before the month's end into offsets and certificates: exactly once per account
 * and month, whoever else is at it and wherever an earlier run was broken off. Ends when the month is closed: what others
 * are at it waits for, and does itself if they leave it. Accounts that were set aside are tried once more.
 */
export async function closeMonth(
  context: Context,
  month: Date,
  options: CloseOptions = {},
): Promise<CloseOutcome> {
  await openMonth(context, month, options);
  const retried = await retrySetAside(context, month, options);
  let outcome = addOutcomes(retried, await settleMonth(context, month, options));
  while (!outcome.isClosed && options.signal?.aborted !== true) {
    await pause(lookAgainMs);
    outcome = addOutcomes(outcome, await settleMonth(context, month, options));
  }
  return outcome;
}

/**
 * Opens a settlement for every account that has something to settle and no settlement of that month yet. A close of an
 * earlier month that is under way comes first: its deposits are not to be dated later than they have to be.
 */
export async function openMonth(context: Context, month: Date, { signal }: CloseOptions = {}): Promise<void> {
  const { db, clock } = context;
  for (const earlier of await openMonthsBefore(db, month)) {
    await retrySetAside(context, earlier, signal && { signal });
    await settleMonth(context, earlier, signal && { signal });
  }
  const now = clock();
  const { end } = closingMonth(month, now);
  const { standardPageMass } = await currentMethodology(db);
  // Half a page is what rounds to one; less is nothing.
  const atLeastGrams = divide(decimal(standardPageMass), decimal(2), 12).toFixed();
  await db.transaction(async (tx) => {
    if ((await openSettlements(tx, { month, end, now }, atLeastGrams)) > 0) await markOpen(tx, month);
  });
}
