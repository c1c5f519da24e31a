import type { AccountId } from '../accounts/account.js';
import { record, wholeInstallation } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { isGeneralOutage } from '../../database/failures.js';
import { sumOf, whole } from '../../platform/decimals.js';
import { inTransaction } from '../../database/in-transaction.js';
import { isoMonth } from '../../platform/time/months.js';
import { lowestAccountId, closingMonth, type ClosingMonth } from './closing-month.js';
import { lockMonths, markClosed } from './month-end-store.js';
import { settleAccounts, type Tally } from './settle-accounts.js';
import { setAside } from './set-aside.js';
import { claimOpen, claimSetAside, countOpen, type Claim } from '../settlements/settlement-store.js';

/** Large enough to save round trips, small enough that a request for one of the accounts does not wait long. */
const accountsAtOnce = 250;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface CloseOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Stops after the current batch. The rest stays open for the next run. */
  readonly signal?: AbortSignal;
}

export interface CloseOutcome extends BatchOutcome {
  /** Whether nothing is left open, including what other processes settled. */
  readonly isClosed: boolean;
}

export interface BatchOutcome extends Tally {
  /** Accounts that could not be settled. They are set aside and retried later. */
  readonly failed: number;
}

const nothing: BatchOutcome = { accounts: 0, deposits: 0, offsets: 0, pages: 0, trees: '0', failed: 0 };

/** Settles open accounts in batches. Any number of processes can do this at the same time. */
export async function settleMonth(
  context: Context,
  month: Date,
  { onProgress, signal }: CloseOptions = {},
): Promise<CloseOutcome> {
  const total = await countOpen(context.db, month);
  const report = progressReport(context, month, total, onProgress);
  const outcome = await settleAll(
    context,
    month,
    { claim: claimOpen, limit: accountsAtOnce },
    report,
    signal,
  );
  return { ...outcome, isClosed: await endIfDone(context, month) };
}

/** Retries the accounts of a month that were set aside, one at a time. */
export const retrySetAside = (
  context: Context,
  month: Date,
  { signal }: CloseOptions = {},
): Promise<BatchOutcome> =>
  settleAll(context, month, { claim: claimSetAside, limit: 1 }, () => Promise.resolve(), signal);

/** Which accounts to settle, and how many per batch. */
interface Selection {
  readonly claim: Claim;
  readonly limit: number;
}

async function settleAll(
  context: Context,
  month: Date,
  selection: Selection,
  report: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<BatchOutcome> {
  const closing = closingMonth(month, context.clock());
  let outcome = nothing;
  let after = lowestAccountId;
  while (signal?.aborted !== true) {
    await report();
    const batch = await settleNext(context, closing, after, selection);
    if (!batch) break;
    after = batch.last;
    outcome = add(outcome, batch.outcome);
  }
  return outcome;
}

/** Whether only accounts that were set aside are left. The first process to find this marks the month as closed. */
const endIfDone = (context: Context, month: Date): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    if ((await countOpen(tx.db, month)) > 0) return false;
    // Count again now that no other transaction can open the month: one may have added an account in the meantime.
    await lockMonths(tx.db);
    if ((await countOpen(tx.db, month)) > 0) return false;
    if (await markClosed(tx.db, month, tx.clock())) {
      const after = { month: isoMonth(month) };
      await record(tx, wholeInstallation, { action: 'month.close', subjectId: null, after });
    }
    return true;
  });

/** Reports the progress of the month, including the work of other processes, at most once a second. */
function progressReport(
  { db, clock }: Context,
  month: Date,
  total: number,
  onProgress: CloseOptions['onProgress'],
): () => Promise<void> {
  let shownAt = 0;
  return async () => {
    const now = clock().getTime();
    if (!onProgress || Math.abs(now - shownAt) < 1_000) return;
    shownAt = now;
    onProgress({ done: Math.max(0, total - (await countOpen(db, month))), total });
  };
}

interface Batch {
  readonly last: string;
  readonly outcome: BatchOutcome;
}

/** Settles one batch in one transaction. Undefined if nothing is left. */
async function settleNext(
  context: Context,
  closing: ClosingMonth,
  after: string,
  { claim, limit }: Selection,
): Promise<Batch | undefined> {
  let last: AccountId | undefined;
  try {
    return await context.db.transaction(async (tx) => {
      const accounts = await claim(tx, closing.month, after, limit);
      last = accounts.at(-1);
      if (last === undefined) return undefined;
      const tally = await settleAccounts({ ...context, db: tx }, accounts, closing);
      return { last, outcome: { ...tally, failed: 0 } };
    });
  } catch (error) {
    // In an outage every account would fail, so retry one by one only after other errors.
    if (last === undefined || isGeneralOutage(error)) throw error;
    if (limit > 1) return settleOneByOne(context, closing, after, last);
    await setAside(context, last, closing.month, error);
    return { last, outcome: { ...nothing, failed: 1 } };
  }
}

/** Settles a failed batch in one transaction per account, so that one account cannot block the rest. */
async function settleOneByOne(
  context: Context,
  closing: ClosingMonth,
  after: string,
  last: string,
): Promise<Batch> {
  let all: Batch = { last: after, outcome: nothing };
  while (all.last < last) {
    const one = await settleNext(context, closing, all.last, { claim: claimOpen, limit: 1 });
    if (!one) return { ...all, last };
    all = { last: one.last, outcome: add(all.outcome, one.outcome) };
  }
  return all;
}

/** `b` is the later run. */
export const addOutcomes = (a: BatchOutcome, b: CloseOutcome): CloseOutcome => ({
  ...add(a, b),
  isClosed: b.isClosed,
});

const add = (a: BatchOutcome, b: BatchOutcome): BatchOutcome => ({
  accounts: a.accounts + b.accounts,
  deposits: a.deposits + b.deposits,
  offsets: a.offsets + b.offsets,
  pages: whole(sumOf([a.pages, b.pages])),
  trees: sumOf([a.trees, b.trees]).toFixed(),
  failed: a.failed + b.failed,
});
