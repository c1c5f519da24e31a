import { recountUnbilled } from '../accounts/unbilled-store.js';
import { record, recordAll, wholeInstallation } from '../audit/audit-store.js';
import { markBilled } from '../closing/month-end-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { isGeneralOutage } from '../../database/failures.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import { isoMonth, requireMonthIsOver } from '../../platform/time/months.js';
import { listStart } from '../../database/paging.js';
import { accountsToBill, billAccounts, lockInvoiceNumbers, type BilledInvoice } from './billing-store.js';
import { formatInvoiceNumber } from './invoice-number.js';

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
  let after: string = listStart.oldestFirst.id;
  // Up to this ID, accounts are billed one at a time, to find the one that made its batch fail.
  let aloneUpTo = after;
  let isDone = false;
  while (signal?.aborted !== true) {
    const { accounts, invoices, error } = await billNext(context, month, {
      after,
      limit: after < aloneUpTo ? 1 : batchSize,
    });
    const last = accounts.at(-1);
    if (last === undefined) {
      isDone = true;
      break;
    }
    if (error !== undefined && accounts.length > 1) {
      aloneUpTo = last;
      continue;
    }
    if (error !== undefined) context.log.error({ err: error, account: last }, 'account not billed');
    bill = added(bill, invoices, error === undefined ? 0 : 1);
    onProgress?.(bill);
    after = last;
  }
  if (isDone && bill.failures === 0) await endMonth(context, month);
  return bill;
}

interface Batch {
  readonly accounts: readonly string[];
  readonly invoices: readonly BilledInvoice[];
  /** Why these accounts have no invoices. */
  readonly error?: unknown;
}

/** Looks for accounts only after taking the lock, so that concurrent processes share the work. */
async function billNext(
  context: Context,
  month: Date,
  page: { after: string; limit: number },
): Promise<Batch> {
  let accounts: string[] = [];
  try {
    const invoices = await context.db.transaction(async (db) => {
      await lockInvoiceNumbers(db);
      accounts = await accountsToBill(db, month, page);
      return billRecorded({ ...context, db }, month, accounts);
    });
    return { accounts, invoices };
  } catch (error) {
    // If the database is unavailable, every account would fail.
    if (accounts.length === 0 || isGeneralOutage(error)) throw error;
    return { accounts, invoices: [], error };
  }
}

async function billRecorded(
  tx: TransactionContext,
  month: Date,
  accounts: readonly string[],
): Promise<BilledInvoice[]> {
  const { db, currency, clock } = tx;
  const invoices = await billAccounts(db, accounts, { month, currency, now: clock() });
  const entries = invoices.map(({ accountId, id, number, lines, total }) => ({
    accountId,
    action: 'invoice.create',
    subjectId: id,
    after: { number: formatInvoiceNumber(number), month: isoMonth(month), lines, total, currency },
  }));
  await recordAll(tx, entries);
  await recountUnbilled(db, accounts);
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
    await record({ ...context, db }, wholeInstallation, {
      action: 'month.bill',
      subjectId: null,
      after: { month: isoMonth(month) },
    });
  });
