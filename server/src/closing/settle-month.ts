import type { AccountId } from '../accounts/account.js';
import { record, wholeInstallation } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { sumOf, whole } from '../platform/decimals.js';
import { Refusal } from '../platform/errors.js';
import { inTransaction } from '../platform/in-transaction.js';
import { isoMonth } from '../platform/months.js';
import { beforeAllAccounts, closingMonth, type ClosingMonth } from './closing-month.js';
import { markClosed } from '../months/month-end-store.js';
import { settleAccounts, type Tally } from './settle-accounts.js';
import { noteFailure } from './settlement-progress-store.js';
import { claimOpen, countOpen } from './settlement-store.js';

/** Enough to make round trips cheap, few enough that a request for one of the accounts does not wait long. */
const accountsAtOnce = 250;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface CloseOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Stops after the batch that is under way; what is left stays open for the next run. */
  readonly signal?: AbortSignal;
}

/** What a run did. */
export interface CloseOutcome extends BatchOutcome {
  /** Whether nothing is left open, by whoever's work. */
  readonly isClosed: boolean;
}

interface BatchOutcome extends Tally {
  /** Accounts that could not be settled: they were logged, and stay open. */
  readonly failed: number;
}

const nothing: BatchOutcome = { accounts: 0, deposits: 0, offsets: 0, pages: 0, trees: '0', failed: 0 };

/** Settles what is open, batch by batch, beside any number of others who do the same. */
export async function settleMonth(
  context: Context,
  month: Date,
  { onProgress, signal }: CloseOptions = {},
): Promise<CloseOutcome> {
  const { db, clock } = context;
  const closing = closingMonth(month, clock());
  const total = await countOpen(db, month);
  const report = progressReport(context, month, total, onProgress);
  let outcome = nothing;
  let after = beforeAllAccounts;
  while (signal?.aborted !== true) {
    await report();
    const batch = await settleNext(context, closing, after, accountsAtOnce);
    if (!batch) break;
    after = batch.last;
    outcome = add(outcome, batch.outcome);
  }
  return { ...outcome, isClosed: await endIfDone(context, month) };
}

/** Whether nothing is left; the one who finds so first marks the month as closed. */
const endIfDone = (context: Context, month: Date): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    if ((await countOpen(tx.db, month)) > 0) return false;
    if (await markClosed(tx.db, month, tx.clock())) {
      const after = { month: isoMonth(month) };
      await record(tx, wholeInstallation, { action: 'month.close', subjectId: null, after });
    }
    return true;
  });

/** Says how far the month is, by whoever's work, at most once a second. */
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
  readonly claimed: number;
  readonly last: string;
  readonly outcome: BatchOutcome;
}

/** One batch, in one transaction; undefined when there is none. */
async function settleNext(
  context: Context,
  closing: ClosingMonth,
  after: string,
  limit: number,
): Promise<Batch | undefined> {
  let last: AccountId | undefined;
  try {
    return await context.db.transaction(async (tx) => {
      const accounts = await claimOpen(tx, closing.month, after, limit);
      last = accounts.at(-1);
      if (last === undefined) return undefined;
      const tally = await settleAccounts({ ...context, db: tx }, accounts, closing);
      return { claimed: accounts.length, last, outcome: { ...tally, failed: 0 } };
    });
  } catch (error) {
    // Only what is wrong with one of the accounts is worth trying the others for.
    if (last === undefined || error instanceof Refusal) throw error;
    if (limit > 1) return settleOneByOne(context, closing, after, last);
    context.log.error({ err: error, account: last }, 'an account could not be settled; it stays open');
    await noteFailure(
      context.db,
      last,
      closing.month,
      error instanceof Error ? error.message : String(error),
    );
    return { claimed: 1, last, outcome: { ...nothing, failed: 1 } };
  }
}

/** A batch that failed, each account in a transaction of its own, so that one cannot hold up the others. */
async function settleOneByOne(
  context: Context,
  closing: ClosingMonth,
  after: string,
  last: string,
): Promise<Batch> {
  let whole: Batch = { claimed: 0, last: after, outcome: nothing };
  while (whole.last < last) {
    const one = await settleNext(context, closing, whole.last, 1);
    if (!one) return { ...whole, last };
    whole = { claimed: whole.claimed + 1, last: one.last, outcome: add(whole.outcome, one.outcome) };
  }
  return whole;
}

/** The outcome of two runs, the later one last. */
export const addOutcomes = (a: CloseOutcome, b: CloseOutcome): CloseOutcome => ({
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
