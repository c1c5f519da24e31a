import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Account } from './account.js';

// On a single PostgreSQL a trigger on `accounts` keeps the states. A distributed store cannot have one that writes another
// table, so there these statements do it.
const insert = statement('insert into account_states (account_id, status) values ($1, $2)');
const update = statement('update account_states set status = $2 where account_id = $1');

export async function insertAccountState(
  db: Transaction,
  account: string,
  status: Account['status'],
): Promise<void> {
  if (db.layout === 'distributed') await db.rows(insert, [account, status]);
}

export async function setAccountState(
  db: Transaction,
  account: string,
  status: Account['status'],
): Promise<void> {
  if (db.layout === 'distributed') await db.rows(update, [account, status]);
}

const lock = statement('select account_id from account_states where account_id = $1 for no key update');

/**
 * Locks the account until the transaction ends, also against new deposits. Locks this row and not the one in `accounts`,
 * which a distributed store has on every node.
 */
export async function lockAccountState(db: Transaction, account: string): Promise<void> {
  await db.rows(lock, [account]);
}
