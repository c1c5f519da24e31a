import type { Command } from 'commander';
import type { InvoiceFilter } from '../billing/invoice-store.js';
import type { Database } from '../platform/db/database.js';
import { readMonth } from '../platform/months.js';
import { requireAccount } from './operator-input.js';

export interface FilterOptions {
  readonly account?: string;
  readonly month?: string;
  readonly json?: boolean;
}

export const filtered = (command: Command): Command =>
  command.option('--account <id>').option('--month <month>', 'such as 2026-10');

export async function readFilter(db: Database, { account, month }: FilterOptions): Promise<InvoiceFilter> {
  return {
    account: account === undefined ? undefined : (await requireAccount(db, account)).id,
    month: month === undefined ? undefined : readMonth(month),
  };
}
