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

/** How long to wait before checking again what other processes are settling. */
const lookAgainMs = 500;

/**
 * Turns all unprocessed deposits dated before the end of the month into offsets and certificates: exactly once per account
 * and month, even if other processes do the same or an earlier run was interrupted. Ends when the month is closed: it waits
 * for accounts that other processes are settling, and settles them itself if they stop. Retries accounts that were set aside.
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
 * Opens a settlement for every account that has something to settle and no settlement for the month yet. First settles
 * earlier months whose close is in progress, so that their deposits are not certified with a later date than necessary.
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
  // Half a page is rounded up to one; less is rounded to zero.
  const atLeastGrams = divide(decimal(standardPageMass), decimal(2), 12).toFixed();
  await db.transaction(async (tx) => {
    if ((await openSettlements(tx, { month, end, now }, atLeastGrams)) > 0) await markOpen(tx, month);
  });
}
