import type { AccountId } from '../accounts/account.js';
import { listIdsBelow } from '../accounts/ranked-account-store.js';
import type { Database } from '../../database/database.js';
import { lowestId, type PageRequest } from '../../database/paging.js';
import { sumOf } from '../../platform/decimals.js';
import { listSalesOf, sumSalesOf, type Sale, type SalesSum } from './sales-store.js';

const accountBatchSize = 1000;

async function* accountsBelow(
  db: Database,
  ancestor: AccountId,
  after: string = lowestId,
): AsyncGenerator<AccountId[]> {
  for (let last: string | undefined = after; last !== undefined;) {
    const accounts: AccountId[] = await listIdsBelow(db, ancestor, last, accountBatchSize);
    if (accounts.length > 0) yield accounts;
    last = accounts.length < accountBatchSize ? undefined : accounts.at(-1);
  }
}

/**
 * A page of the invoices of a month of all accounts below, in the order of the accounts. Most accounts have an invoice each
 * month, so few batches are read.
 */
export async function pageOfSales(
  db: Database,
  ancestor: AccountId,
  month: Date,
  { after, limit }: PageRequest,
): Promise<Sale[]> {
  const page: Sale[] = [];
  for await (const accounts of accountsBelow(db, ancestor, after?.id)) {
    page.push(...(await listSalesOf(db, ancestor, accounts, month)));
    if (page.length >= limit) break;
  }
  return page.slice(0, limit);
}

/** What all of them come to: one per currency. */
export async function sumSales(db: Database, ancestor: AccountId, month: Date): Promise<SalesSum[]> {
  const sums = new Map<string, SalesSum>();
  for await (const accounts of accountsBelow(db, ancestor))
    for (const sum of await sumSalesOf(db, ancestor, accounts, month)) {
      const before = sums.get(sum.currency);
      sums.set(sum.currency, before ? added(before, sum) : sum);
    }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

const added = (one: SalesSum, other: SalesSum): SalesSum => ({
  currency: one.currency,
  invoices: one.invoices + other.invoices,
  net: sumOf([one.net, other.net]).toFixed(2),
  tax: one.tax === null && other.tax === null ? null : sumOf([one.tax ?? '0', other.tax ?? '0']).toFixed(2),
  credited: sumOf([one.credited, other.credited]).toFixed(2),
});
