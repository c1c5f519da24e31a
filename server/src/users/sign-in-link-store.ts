import type { AccountId } from '../accounts/account.js';
import type { Database } from '../platform/db/database.js';
import { acrossAccounts, statement } from '../platform/db/statement.js';

export interface SignInLink {
  readonly id: string;
  readonly userId: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const insert = statement(`
  insert into sign_in_links (account_id, id, user_id, hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`);

export async function insertSignInLink(db: Database, account: AccountId, link: SignInLink): Promise<void> {
  const { id, userId, hash, createdAt, expiresAt } = link;
  await db.rows(insert, [account, id, userId, hash, createdAt, expiresAt]);
}

const purge = acrossAccounts(
  'links that have expired are forgotten for all accounts',
  'delete from sign_in_links where expires_at < $1',
);

export async function purgeSignInLinks(db: Database, now: Date): Promise<void> {
  await db.rows(purge, [now]);
}
