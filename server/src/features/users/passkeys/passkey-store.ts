import type { AccountId } from '../../accounts/account.js';
import { auditedFields } from '../../audit/audited-fields.js';
import { queryAllNodes, selectAcrossNodes, type NodeRows } from '../../../database/across-nodes.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';

export interface Passkey {
  readonly id: string;
  readonly accountId: AccountId;
  readonly userId: string;
  readonly credentialId: string;
  /** What the authenticator knows the user by, in base64url. */
  readonly userHandle: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const passkeyFacts = auditedFields('userId', 'name');

const names = [
  'id',
  'account_id',
  'user_id',
  'credential_id',
  'user_handle',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
];
const columns = names.join(', ');
const qualified = names.map((name) => `passkeys.${name}`).join(', ');

const insert = statement<Passkey>(`
  insert into passkeys (account_id, id, user_id, credential_id, user_handle, public_key, counter, transports, name, created_at, last_used_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (account_id, credential_id) do nothing returning ${columns}`);

/** Undefined if the account has a passkey of this credential. */
export const insertPasskey = (db: Transaction, passkey: Passkey): Promise<Passkey | undefined> => {
  const { accountId, id, userId, credentialId, userHandle, publicKey, counter } = passkey;
  const { transports, name, createdAt, lastUsedAt } = passkey;
  const values = [accountId, id, userId, credentialId, userHandle, publicKey, counter];
  return db.first(insert, [...values, transports, name, createdAt, lastUsedAt]);
};

const selectOfAddress = selectAcrossNodes<Passkey>(
  'a passkey belongs to the address, which may belong to users of several accounts',
  { table: 'users', where: 'email_key = $1' },
  (where) => `
    select ${qualified} from passkeys
      join users on users.account_id = passkeys.account_id and users.id = passkeys.user_id
    where ${where} order by passkeys.created_at, passkeys.id`,
);

/** All passkeys of the address, in any account; oldest first. */
export const findPasskeysOnNodes = (db: Database, email: string): Promise<NodeRows<Passkey>> =>
  queryAllNodes(db, selectOfAddress, [email.toLowerCase()]);

const selectByCredential = selectAcrossNodes<Passkey & { readonly email: string }>(
  'who signs in with a passkey names no account',
  { table: 'passkeys', where: 'credential_id = $1 and user_handle = $2' },
  (where) => `
    select ${qualified}, email from passkeys
      join users on users.account_id = passkeys.account_id and users.id = passkeys.user_id
    where ${where}`,
);

/**
 * The passkey with the address of its user. Anybody can add a passkey with the credential id of another; the handle is ours,
 * so together they have at most one.
 */
export const findPasskeyOnNodes = (
  db: Database,
  credentialId: string,
  userHandle: string,
): Promise<NodeRows<Passkey & { readonly email: string }>> =>
  queryAllNodes(db, selectByCredential, [credentialId, userHandle]);

const lock = statement<Passkey>(
  `select ${columns} from passkeys where account_id = $1 and id = $2 for update`,
);

export const lockPasskey = (db: Transaction, account: AccountId, id: string): Promise<Passkey | undefined> =>
  db.first(lock, [account, id]);

const use = statement(
  'update passkeys set counter = $3, last_used_at = $4 where account_id = $1 and id = $2',
);

export async function updatePasskeyUse(
  db: Transaction,
  { accountId, id }: Passkey,
  { counter, usedAt }: { counter: number; usedAt: Date },
): Promise<void> {
  await db.rows(use, [accountId, id, counter, usedAt]);
}

const rename = statement<Passkey>(
  `update passkeys set name = $3 where account_id = $1 and id = $2 returning ${columns}`,
);

export const updatePasskeyName = (
  db: Transaction,
  { accountId, id }: Passkey,
  name: string,
): Promise<Passkey | undefined> => db.first(rename, [accountId, id, name]);

const remove = statement<Passkey>(
  `delete from passkeys where account_id = $1 and id = $2 returning ${columns}`,
);

/** Returns the deleted passkey; of several concurrent calls, only one gets it. */
export const deletePasskey = (
  db: Transaction,
  account: AccountId,
  id: string,
): Promise<Passkey | undefined> => db.first(remove, [account, id]);

const removeOfUser = statement<Passkey>(
  `delete from passkeys where account_id = $1 and user_id = $2 returning ${columns}`,
);

export const deletePasskeysOfUser = (
  db: Transaction,
  account: AccountId,
  userId: string,
): Promise<Passkey[]> => db.rows(removeOfUser, [account, userId]);
