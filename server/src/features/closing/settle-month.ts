import type { AccountId } from '../accounts/account.js';
import { recordChange, installationAccountId } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { isGeneralOutage } from '../../database/failures.js';
import { sumOf, whole } from '../../platform/decimals.js';
import { inTransaction } from '../../database/in-transaction.js';
import { waitForPreparedTransactions } from '../../database/prepared-transaction-store.js';
import { isoMonth } from '../../platform/time/months.js';
import { closingMonth, type ClosingMonth } from './closing-month.js';
import { lockMonths, markClosed } from './month-end-store.js';
import { settleAccounts, type Tally } from './settle-accounts.js';
import { setAside } from './set-aside.js';
import { batchesByShard } from '../../database/shard-store.js';
import type { Transaction } from '../../database/database.js';
import {
  countOpen,
  openSettlementClaims,
  setAsideClaims,
  type SettlementClaims,
} from '../settlements/settlement-store.js';
import { lowestId } from '../../database/paging.js';

/** Large enough to save round trips, small enough that a request for one of the accounts does not wait long. */
const accountBatchSize = 250;
/** Citus prepares each statement of a batch for all shards, which takes as long for many accounts as for few. */
const shardBatchSize = 500;

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
    {
      claims: openSettlementClaims,
      limit: context.db.layout === 'distributed' ? shardBatchSize : accountBatchSize,
    },
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
  settleAll(context, month, { claims: setAsideClaims, limit: 1 }, () => Promise.resolve(), signal);

/** Which accounts to settle, and how many per batch. */
interface Selection {
  readonly claims: SettlementClaims;
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
  const batches = context.db.layout === 'distributed' ? settleByShard : settleInOrder;
  let outcome = nothing;
  const isStopped = (): boolean => signal?.aborted === true;
  if (isStopped()) return outcome;
  await report();
  for await (const settled of batches(context, closing, selection)) {
    outcome = add(outcome, settled);
    if (isStopped()) break;
    await report();
  }
  return outcome;
}

async function* settleInOrder(
  context: Context,
  closing: ClosingMonth,
  { claims, limit: batchSize }: Selection,
): AsyncGenerator<BatchOutcome> {
  let after = lowestId;
  for (;;) {
    const batch = await settleBatch(context, closing, claims, (tx) =>
      claims.next(tx, closing.month, after, batchSize),
    );
    const last = batch.accounts.at(-1);
    if (last === undefined) return;
    yield batch.outcome;
    after = last;
  }
}

/** On a distributed store, each transaction concerns one shard. */
async function* settleByShard(
  context: Context,
  closing: ClosingMonth,
  { claims, limit: batchSize }: Selection,
): AsyncGenerator<BatchOutcome> {
  const list = (after: string, limit: number) => claims.list(context.db, closing.month, after, limit);
  for await (const accounts of batchesByShard(context.db, list, batchSize))
    yield (
      await settleBatch(context, closing, claims, (tx) => claims.byAccounts(tx, closing.month, accounts))
    ).outcome;
}

/** Whether only accounts that were set aside are left. The first process to find this marks the month as closed. */
async function endIfDone(context: Context, month: Date): Promise<boolean> {
  await waitForPreparedTransactions(context.db);
  return inTransaction(context, async (tx) => {
    if ((await countOpen(tx.db, month)) > 0) return false;
    // Count again now that no other transaction can open the month: one may have added an account in the meantime.
    await lockMonths(tx.db);
    if ((await countOpen(tx.db, month)) > 0) return false;
    if (await markClosed(tx.db, month, tx.clock())) {
      const after = { month: isoMonth(month) };
      await recordChange(tx, installationAccountId, { action: 'month.close', subjectId: null, after });
    }
    return true;
  });
}

/**
 * Reports the progress of the month, including the work of other processes, at most once a second. The more accounts there are,
 * the longer counting takes and the less often it is done, so that it is a small part of a close of any size.
 */
function progressReport(
  { db, clock }: Context,
  month: Date,
  total: number,
  onProgress: CloseOptions['onProgress'],
): () => Promise<void> {
  let shownAt = 0;
  let pauseMs = 1_000;
  return async () => {
    const now = clock().getTime();
    if (!onProgress || Math.abs(now - shownAt) < pauseMs) return;
    shownAt = now;
    const started = performance.now();
    onProgress({ done: Math.max(0, total - (await countOpen(db, month))), total });
    pauseMs = Math.max(1_000, 50 * (performance.now() - started));
  };
}

interface Batch {
  readonly accounts: readonly AccountId[];
  readonly outcome: BatchOutcome;
}

/** Settles the accounts that `claim` returns in one transaction. */
async function settleBatch(
  context: Context,
  closing: ClosingMonth,
  claims: SettlementClaims,
  claim: (tx: Transaction) => Promise<AccountId[]>,
): Promise<Batch> {
  let accounts: readonly AccountId[] = [];
  try {
    const outcome = await context.db.transaction(async (tx) => {
      accounts = await claim(tx);
      if (accounts.length === 0) return nothing;
      return { ...(await settleAccounts({ ...context, db: tx }, accounts, closing)), failed: 0 };
    });
    return { accounts, outcome };
  } catch (error) {
    const [first, second] = accounts;
    // In an outage every account would fail, so retry one by one only after other errors.
    if (first === undefined || isGeneralOutage(error)) throw error;
    if (second !== undefined)
      return { accounts, outcome: await settleOneByOne(context, closing, claims, accounts) };
    await setAside(context, first, closing.month, error);
    return { accounts, outcome: { ...nothing, failed: 1 } };
  }
}

/** Settles a failed batch in one transaction per account, so that one account cannot block the rest. */
async function settleOneByOne(
  context: Context,
  closing: ClosingMonth,
  claims: SettlementClaims,
  accounts: readonly AccountId[],
): Promise<BatchOutcome> {
  let outcome = nothing;
  for (const account of accounts) {
    const one = await settleBatch(context, closing, claims, (tx) =>
      claims.byAccounts(tx, closing.month, [account]),
    );
    outcome = add(outcome, one.outcome);
  }
  return outcome;
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
