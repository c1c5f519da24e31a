import type { AccountId } from '../accounts/account.js';
import { listIdsBelow } from '../accounts/ranked-account-store.js';
import type { Database } from '../../database/database.js';
import { lowestId, type PageRequest } from '../../database/paging.js';
import { listSalesOf, type Sale } from './sales-store.js';

const accountBatchSize = 1000;

/** The invoices of a month of all accounts below, in batches, in the order of the accounts. */
export async function* readSales(
  db: Database,
  ancestor: AccountId,
  month: Date,
  after: string = lowestId,
): AsyncGenerator<Sale[]> {
  for (let last: string | undefined = after; last !== undefined;) {
    const accounts: AccountId[] = await listIdsBelow(db, ancestor, last, accountBatchSize);
    const sales = accounts.length > 0 ? await listSalesOf(db, ancestor, accounts, month) : [];
    if (sales.length > 0) yield sales;
    last = accounts.length < accountBatchSize ? undefined : accounts.at(-1);
  }
}

/** A page of the same. Most accounts have an invoice each month, so few batches are read. */
export async function pageOfSales(
  db: Database,
  ancestor: AccountId,
  month: Date,
  { after, limit }: PageRequest,
): Promise<Sale[]> {
  const page: Sale[] = [];
  for await (const sales of readSales(db, ancestor, month, after?.id)) {
    page.push(...sales);
    if (page.length >= limit) break;
  }
  return page.slice(0, limit);
}
