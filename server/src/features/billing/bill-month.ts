import { recountUnbilled } from '../accounts/unbilled-store.js';
import { recordChange, recordChanges, installationAccountId } from '../audit/audit-store.js';
import { recordEventsOfAccounts } from '../events/event-store.js';
import { markBilled } from '../closing/month-end-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { isGeneralOutage } from '../../database/failures.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import { isoMonth, requireMonthIsOver } from '../../platform/time/months.js';
import type { Transaction } from '../../database/database.js';
import { lowestId } from '../../database/paging.js';
import { batchesByShard } from '../../database/shard-store.js';
import {
  accountsToBill,
  billAccounts,
  lockInvoiceNumbers,
  withoutInvoice,
  type BilledInvoice,
} from './billing-store.js';
import { billAccountsOfShard } from './distributed-billing-store.js';
import { buyersOf } from './billing-address-store.js';
import { formatInvoiceNumber } from './invoice-number.js';
import { findInvoicesOfAccounts, invoiceEvent } from './invoice-store.js';
import { termsOf } from './invoice-terms.js';
import { enqueueInvoiceMails } from './enqueue-invoice-mails.js';

export interface MonthBill {
  readonly invoices: number;
  readonly offsets: number;
  readonly total: Decimal;
  /** Accounts that could not be billed. The reasons are in the log. */
  readonly failures: number;
}

export interface BillOptions {
  readonly onProgress?: (soFar: MonthBill) => void;
  /** Stops after the current batch. */
  readonly signal?: AbortSignal;
}

const batchSize = 200;
/** Citus prepares each statement of a batch for all shards, which takes as long for many accounts as for few. */
const batchSizeOfShard = 1_000;

/**
 * Creates an invoice for every account with unbilled offsets dated in or before the month, unless the account already has
 * one for that month. Each batch is one transaction, so billing can be interrupted, repeated, and run by several processes
 * at the same time. An account that fails does not block the invoices of other accounts.
 */
export async function billMonth(
  context: Context,
  month: Date,
  { onProgress, signal }: BillOptions = {},
): Promise<MonthBill> {
  requireMonthIsOver(month, context.clock());
  let bill: MonthBill = { invoices: 0, offsets: 0, total: '0.00', failures: 0 };
  const isStopped = (): boolean => signal?.aborted === true;
  if (isStopped()) return bill;
  const batches = context.db.layout === 'distributed' ? billByShard : billInOrder;
  let isDone = true;
  for await (const { invoices, failures } of batches(context, month)) {
    bill = added(bill, invoices, failures);
    onProgress?.(bill);
    isDone = !isStopped();
    if (!isDone) break;
  }
  if (isDone && bill.failures === 0) await endMonth(context, month);
  return bill;
}

async function* billInOrder(context: Context, month: Date): AsyncGenerator<Batch> {
  let after = lowestId;
  for (;;) {
    const page = { after, limit: batchSize };
    const batch = await billBatch(context, month, (db) => accountsToBill(db, month, page));
    const last = batch.accounts.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last;
  }
}

/** On a distributed store, each transaction concerns one shard. */
async function* billByShard(context: Context, month: Date): AsyncGenerator<Batch> {
  const list = (after: string, limit: number) => accountsToBill(context.db, month, { after, limit });
  for await (const accounts of batchesByShard(context.db, list, batchSizeOfShard))
    yield await billBatch(context, month, (db) => withoutInvoice(db, month, accounts));
}

interface Batch {
  readonly accounts: readonly string[];
  readonly invoices: readonly BilledInvoice[];
  /** How many of the accounts could not be billed. */
  readonly failures: number;
}

/** Looks for accounts only after taking the lock, so that concurrent processes share the work. */
async function billBatch(
  context: Context,
  month: Date,
  find: (db: Transaction) => Promise<string[]>,
): Promise<Batch> {
  let accounts: string[] = [];
  try {
    const invoices = await context.db.transaction(async (db) => {
      const last = await lockInvoiceNumbers(db);
      accounts = await find(db);
      return billRecorded({ ...context, db }, month, accounts, last);
    });
    return { accounts, invoices, failures: 0 };
  } catch (error) {
    // If the database is unavailable, every account would fail.
    if (accounts.length === 0 || isGeneralOutage(error)) throw error;
    if (accounts.length > 1) return billOneByOne(context, month, accounts);
    context.log.error({ err: error, account: accounts[0] }, 'account not billed');
    return { accounts, invoices: [], failures: 1 };
  }
}

/** Finds the account that made its batch fail. */
async function billOneByOne(context: Context, month: Date, accounts: readonly string[]): Promise<Batch> {
  const invoices: BilledInvoice[] = [];
  let failures = 0;
  for (const account of accounts) {
    const one = await billBatch(context, month, (db) => withoutInvoice(db, month, [account]));
    invoices.push(...one.invoices);
    failures += one.failures;
  }
  return { accounts, invoices, failures };
}

async function billRecorded(
  tx: TransactionContext,
  month: Date,
  accounts: readonly string[],
  last: number,
): Promise<BilledInvoice[]> {
  const { db, currency } = tx;
  const terms = termsOf(tx, month);
  const buyers = await buyersOf(db, accounts);
  const invoices = await (db.layout === 'distributed'
    ? billAccountsOfShard(db, accounts, { ...terms, last }, buyers)
    : billAccounts(db, accounts, terms, buyers));
  const entries = invoices.map(({ accountId, id, number, lines, total, tax }) => ({
    accountId,
    action: 'invoice.create',
    subjectId: id,
    after: { number: formatInvoiceNumber(number, tx), month: isoMonth(month), lines, total, tax, currency },
  }));
  await recordChanges(tx, entries);
  const written = await findInvoicesOfAccounts(db, invoices);
  await recordEventsOfAccounts(
    tx,
    written.map((invoice) => ({ accountId: invoice.accountId, ...invoiceEvent(invoice) })),
  );
  await recountUnbilled(db, accounts);
  await enqueueInvoiceMails(tx, terms, invoices);
  return invoices;
}

const added = (bill: MonthBill, invoices: readonly BilledInvoice[], failures: number): MonthBill => ({
  invoices: bill.invoices + invoices.length,
  offsets: invoices.reduce((sum, { lines }) => sum + lines, bill.offsets),
  total: invoices.reduce((sum, { total }) => sum.plus(total), decimal(bill.total)).toFixed(2),
  failures: bill.failures + failures,
});

const endMonth = (context: Context, month: Date): Promise<void> =>
  context.db.transaction(async (db) => {
    if (!(await markBilled(db, month, context.clock()))) return;
    await recordChange({ ...context, db }, installationAccountId, {
      action: 'month.bill',
      subjectId: null,
      after: { month: isoMonth(month) },
    });
  });
