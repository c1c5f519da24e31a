import type { Context } from '../platform/context.js';
import type { Database } from '../platform/db/database.js';
import { decimal } from '../platform/decimals.js';
import { Refusal } from '../platform/errors.js';
import { beforeAllAccounts, closingMonth, type ClosingMonth } from './closing-month.js';
import { markClosed } from './month-end-store.js';
import { settleAccounts, type Tally } from './settle-accounts.js';
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
  /** Called in the transaction that finds the month closed, once per month. */
  readonly onClosed?: (db: Database) => Promise<void>;
}

/** What a run did, and how many accounts it could not settle: those were logged, and stay open. */
export interface CloseOutcome extends Tally {
  readonly failed: number;
}

const nothing: CloseOutcome = { accounts: 0, deposits: 0, offsets: 0, pages: 0, trees: '0', failed: 0 };

/** Settles what is open, batch by batch, beside any number of others who do the same. */
export async function settleMonth(
  context: Context,
  month: Date,
  { onProgress, signal, onClosed }: CloseOptions = {},
): Promise<CloseOutcome> {
  const { db, clock } = context;
  const closing = closingMonth(month, clock());
  const total = await countOpen(db, month);
  let outcome = nothing;
  let done = 0;
  let after = beforeAllAccounts;
  while (signal?.aborted !== true) {
    onProgress?.({ done, total });
    const batch = await settleNext(context, closing, after, accountsAtOnce);
    if (!batch) break;
    after = batch.last;
    done = Math.min(done + batch.claimed, total);
    outcome = add(outcome, batch.outcome);
  }
  await db.transaction(async (tx) => {
    if ((await countOpen(tx, month)) === 0 && (await markClosed(tx, month, clock()))) await onClosed?.(tx);
  });
  return outcome;
}

interface Batch {
  readonly claimed: number;
  readonly last: string;
  readonly outcome: CloseOutcome;
}

/** One batch, in one transaction; undefined when there is none. */
async function settleNext(
  context: Context,
  closing: ClosingMonth,
  after: string,
  limit: number,
): Promise<Batch | undefined> {
  let last: string | undefined;
  try {
    return await context.db.transaction(async (tx) => {
      const accounts = await claimOpen(tx, closing.month, after, limit);
      last = accounts.at(-1);
      if (last === undefined) return undefined;
      const tally = await settleAccounts(context, tx, accounts, closing);
      return { claimed: accounts.length, last, outcome: { ...tally, failed: 0 } };
    });
  } catch (error) {
    // Only what is wrong with one of the accounts is worth trying the others for.
    if (last === undefined || error instanceof Refusal) throw error;
    if (limit > 1) return settleOneByOne(context, closing, after, last);
    context.log.error({ err: error, account: last }, 'an account could not be settled; it stays open');
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

const add = (a: CloseOutcome, b: CloseOutcome): CloseOutcome => ({
  accounts: a.accounts + b.accounts,
  deposits: a.deposits + b.deposits,
  offsets: a.offsets + b.offsets,
  pages: a.pages + b.pages,
  trees: decimal(a.trees).plus(b.trees).toFixed(),
  failed: a.failed + b.failed,
});
