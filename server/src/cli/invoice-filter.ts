import type { InvoiceFilter } from '../features/billing/invoice-store.js';
import type { Database } from '../database/database.js';
import type { Command } from './command.js';
import { requireAccount } from './operator-input.js';
import { readId, readMonth } from './option-parsers.js';

export interface FilterOptions {
  readonly account?: string;
  readonly month?: Date;
  readonly json?: boolean;
}

export const withInvoiceFilter = (command: Command): Command =>
  command
    .option('--account <id>', 'only of this account', readId)
    .option('--month <month>', 'only of this month, such as 2026-10', readMonth);

export async function readFilter(db: Database, { account, month }: FilterOptions): Promise<InvoiceFilter> {
  return {
    account: account === undefined ? undefined : (await requireAccount(db, account)).id,
    month,
  };
}
