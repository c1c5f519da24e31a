import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

export interface SignInLink {
  readonly id: string;
  readonly userId: string;
  readonly hash: Buffer;
  /** Of the browser that requested the link; null: valid in any browser. */
  readonly browserHash: Buffer | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const insert = statement(`
  insert into sign_in_links (account_id, id, user_id, hash, browser_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`);

export async function insertSignInLink(db: Transaction, account: AccountId, link: SignInLink): Promise<void> {
  const { id, userId, hash, browserHash, createdAt, expiresAt } = link;
  await db.rows(insert, [account, id, userId, hash, browserHash, createdAt, expiresAt]);
}

/** A stored link, with the user it signs in. */
export interface StoredLink {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly userId: string;
  readonly email: string;
  readonly locale: string;
  /** Null: using the link accepts the invitation to the account. */
  readonly acceptedAt: Date | null;
  readonly browserHash: Buffer | null;
  readonly wrongAddresses: number;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

const selectStored = `
  select sign_in_links.id, sign_in_links.account_id, display_name as account_name, sign_in_links.user_id, email,
    users.locale, accepted_at, browser_hash, wrong_addresses, expires_at, used_at
  from sign_in_links
    join users on users.account_id = sign_in_links.account_id and users.id = sign_in_links.user_id
    join accounts on accounts.id = sign_in_links.account_id
    left join accepted_users on accepted_users.account_id = sign_in_links.account_id
      and accepted_users.user_id = sign_in_links.user_id
  where sign_in_links.account_id = $1 and hash = $2`;

const select = statement<StoredLink>(selectStored);
const lock = statement<StoredLink>(`${selectStored} for update of sign_in_links`);

/** `accountId` is the account that the token names. Finds the link only if it is stored for that account. */
export const findSignInLink = (
  db: Database,
  accountId: string,
  hash: Buffer,
): Promise<StoredLink | undefined> => db.first(select, [accountId, hash]);

/** The same, locked until the transaction ends. */
export const lockSignInLink = (
  db: Transaction,
  accountId: string,
  hash: Buffer,
): Promise<StoredLink | undefined> => db.first(lock, [accountId, hash]);

const use = statement('update sign_in_links set used_at = $3 where account_id = $1 and id = $2');

export async function setLinkUsed(db: Transaction, { accountId, id }: StoredLink, now: Date): Promise<void> {
  await db.rows(use, [accountId, id, now]);
}

const countWrong = statement(
  'update sign_in_links set wrong_addresses = wrong_addresses + 1 where account_id = $1 and id = $2',
);

export async function countWrongAddress(db: Transaction, { accountId, id }: StoredLink): Promise<void> {
  await db.rows(countWrong, [accountId, id]);
}

const purge = crossAccountStatement(
  'expired links are deleted for all accounts',
  'delete from sign_in_links where expires_at < $1',
);

export async function purgeSignInLinks(db: Database, now: Date): Promise<void> {
  await db.rows(purge, [now]);
}
