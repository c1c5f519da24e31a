import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Buyer } from './invoice-terms.js';

/** What an account wants on its invoices. */
export interface BillingAddress {
  /** Null: the name of the account. */
  readonly name: string | null;
  /** One or more lines. */
  readonly address: string | null;
  readonly taxId: string | null;
  readonly reference: string | null;
}

const columns = 'name, address, tax_id, reference';

const select = statement<BillingAddress>(`select ${columns} from billing_addresses where account_id = $1`);

export const billingAddress = async (db: Database, account: AccountId): Promise<BillingAddress> =>
  (await db.first(select, [account])) ?? { name: null, address: null, taxId: null, reference: null };

const upsert = statement(`
  insert into billing_addresses (account_id, ${columns}) values ($1, $2, $3, $4, $5)
  on conflict (account_id) do update set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id,
    reference = excluded.reference`);

export async function saveBillingAddress(
  db: Transaction,
  account: AccountId,
  { name, address, taxId, reference }: BillingAddress,
): Promise<void> {
  await db.rows(upsert, [account, name, address, taxId, reference]);
}

const selectNames = crossAccountStatement<{ id: string; name: string }>(
  'billing invoices a batch of accounts in one transaction',
  'select id, name from accounts where id = any($1::uuid[])',
);

const selectOfSeveral = crossAccountStatement<BillingAddress & { accountId: string }>(
  'billing invoices a batch of accounts in one transaction',
  `select account_id, ${columns} from billing_addresses where account_id = any($1::uuid[])`,
);

/** The accounts as invoices name them now, in the same order. */
export async function buyersOf(db: Transaction, accounts: readonly string[]): Promise<Buyer[]> {
  const names = new Map((await db.rows(selectNames, [accounts])).map(({ id, name }) => [id, name]));
  const addresses = new Map((await db.rows(selectOfSeveral, [accounts])).map((row) => [row.accountId, row]));
  return accounts.map((id) => {
    const known = addresses.get(id);
    return {
      name: known?.name ?? names.get(id) ?? '',
      address: linesOf(known?.address ?? ''),
      taxId: known?.taxId ?? null,
      reference: known?.reference ?? null,
    };
  });
}

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);
