import type { AccountId } from '../accounts/account.js';
import { record, wholeInstallation } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { isOutageForAll } from '../../database/failures.js';
import { sumOf, whole } from '../../platform/decimals.js';
import { inTransaction } from '../../database/in-transaction.js';
import { isoMonth } from '../../platform/time/months.js';
import { beforeAllAccounts, closingMonth, type ClosingMonth } from './closing-month.js';
import { lockMonths, markClosed } from './month-end-store.js';
import { settleAccounts, type Tally } from './settle-accounts.js';
import { setAside } from './set-aside.js';
import { claimOpen, claimSetAside, countOpen, type Claim } from '../settlements/settlement-store.js';

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

export interface BatchOutcome extends Tally {
  /** Accounts that could not be settled: they are set aside, and tried again later. */
  readonly failed: number;
}

const nothing: BatchOutcome = { accounts: 0, deposits: 0, offsets: 0, pages: 0, trees: '0', failed: 0 };

/** Settles what is open, batch by batch, beside any number of others who do the same. */
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

/** Tries once more to settle the accounts of a month that were set aside, one by one. */
export const retrySetAside = (
  context: Context,
  month: Date,
  { signal }: CloseOptions = {},
): Promise<BatchOutcome> =>
  settleAll(context, month, { claim: claimSetAside, limit: 1 }, () => Promise.resolve(), signal);

/** Whose turn it is, and how many of them at once. */
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
  let after = beforeAllAccounts;
  while (signal?.aborted !== true) {
    await report();
    const batch = await settleNext(context, closing, after, selection);
    if (!batch) break;
    after = batch.last;
    outcome = add(outcome, batch.outcome);
  }
  return outcome;
}

/** Whether nothing is left but what was set aside; the one who finds so first marks the month as closed. */
const endIfDone = (context: Context, month: Date): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    if ((await countOpen(tx.db, month)) > 0) return false;
    // Looked at again once nobody can open the month any more: an account may have turned up in between.
    await lockMonths(tx.db);
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
  readonly last: string;
  readonly outcome: BatchOutcome;
}

/** One batch, in one transaction; undefined when there is none. */
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
    // Only what is wrong with one of the accounts is worth trying the others for.
    if (last === undefined || isOutageForAll(error)) throw error;
    if (limit > 1) return settleOneByOne(context, closing, after, last);
    await setAside(context, last, closing.month, error);
    return { last, outcome: { ...nothing, failed: 1 } };
  }
}

/** A batch that failed, each account in a transaction of its own, so that one cannot hold up the others. */
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

/** The outcome of two runs, the later one last. */
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
