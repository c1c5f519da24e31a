import type { Account, AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { batchedLookup } from '../../database/batched-lookups.js';
import type { NumberedRow, AccountInput } from '../../database/batcher.js';
import type { ScopeColumns } from './key-scope.js';
import { listStart, pageValues, selectNewestFirst, type PageRequest } from '../../database/paging.js';

export interface ApiKey extends ScopeColumns {
  readonly id: string;
  readonly accountId: AccountId;
  readonly name: string | null;
  readonly revision: string;
  /** Whether programs that use it by MCP may change something. */
  readonly mcpWrite: boolean;
  readonly createdAt: Date;
  /** Up to a few minutes too early, see `createKeyUseRecorder`. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const columns =
  'id, account_id, name, revision, scope, scope_feed_id, mcp_write, created_at, last_used_at, revoked_at';

const insert = statement<ApiKey>(`
  insert into api_keys (account_id, id, hash, name, revision, created_at, scope, scope_feed_id, mcp_write)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning ${columns}`);

export async function insertKey(
  db: Transaction,
  account: AccountId,
  key: Omit<ApiKey, 'accountId' | 'lastUsedAt' | 'revokedAt'> & { readonly hash: Buffer },
): Promise<ApiKey> {
  const { id, hash, name, revision, createdAt, scope, scopeFeedId, mcpWrite } = key;
  const values = [account, id, hash, name, revision, createdAt, scope, scopeFeedId, mcpWrite];
  const [row] = await db.rows(insert, values);
  return row as ApiKey;
}

const selectOfAccount = statement<ApiKey>(
  `select ${columns} from api_keys where account_id = $1 order by created_at, id`,
);

export const listKeys = (db: Database, account: AccountId): Promise<ApiKey[]> =>
  db.rows(selectOfAccount, [account]);

const selectPage = statement<ApiKey>(selectNewestFirst(columns, 'api_keys'));

/** Newest first. */
export const pageOfKeys = (db: Database, account: AccountId, page: PageRequest): Promise<ApiKey[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

/** An account, with the key that authenticated it. */
export type KeyHolder = Account &
  ScopeColumns & {
    readonly keyId: string;
    readonly revision: string;
    readonly mcpWrite: boolean;
    readonly lastUsedAt: Date | null;
  };

const fromHolders = `
   select number::integer, api_keys.id as key_id, revision, scope, scope_feed_id, mcp_write, last_used_at, accounts.id, parent_id, lineage, accounts.name,
     display_name, external_id, role, status, accounts.created_at, activated_at, deactivated_at
   from unnest($1::uuid[], $2::bytea[]) with ordinality as requested (named, hashed, number)
     join api_keys on api_keys.account_id = named and hash = hashed and revoked_at is null
     join accounts on accounts.id = named`;

const selectHolders = crossAccountStatement<KeyHolder & NumberedRow>(
  'concurrent requests share one lookup, each by a key hash and the account that the key names',
  fromHolders,
  { distributed: `${fromHolders} where api_keys.account_id = any($1::uuid[])` },
);

// Batched, because every request looks up its key.
const lookUpHolder = batchedLookup(
  'keys',
  selectHolders,
  (lookups: readonly AccountInput<string, Buffer>[]) => [
    lookups.map(({ account }) => account),
    lookups.map(({ input: hash }) => hash),
  ],
);

/** Finds the account only if the key is stored for the account that it names and is not revoked. */
export const findKeyHolder = (db: Database, named: string, hash: Buffer): Promise<KeyHolder | undefined> =>
  lookUpHolder(db, named, hash);

const use = statement(
  'update api_keys set last_used_at = greatest(last_used_at, $3) where account_id = $1 and id = $2',
);

export async function setKeyUsed(db: Database, { id: account, keyId }: KeyHolder, now: Date): Promise<void> {
  await db.rows(use, [account, keyId, now]);
}

const lock = statement<ApiKey>(
  `select ${columns} from api_keys where account_id = $1 and id = $2 for update`,
);

/** The key, if it belongs to the account; locked until the transaction ends. */
export const lockKey = (db: Transaction, account: AccountId, id: string): Promise<ApiKey | undefined> =>
  db.first(lock, [account, id]);

const selectNames = crossAccountStatement<{ id: string; name: string }>(
  'the operator sees which key made a change, in any account',
  'select id, name from api_keys where id = any($1::uuid[]) and name is not null',
);

/** The names of those keys that have one. */
export const namesOfKeys = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectNames, [ids])).map(({ id, name }) => [id, name]));

const selectAccount = crossAccountStatement<{ accountId: AccountId }>(
  'the operator identifies a key by its id alone',
  'select account_id from api_keys where id = $1',
);

/** The key, locked until the transaction ends. */
export async function lockAnyKey(db: Transaction, id: string): Promise<ApiKey | undefined> {
  const found = await db.first(selectAccount, [id]);
  return found && lockKey(db, found.accountId, id);
}

const revoke = statement<ApiKey>(
  `update api_keys set revoked_at = $3 where account_id = $1 and id = $2 returning ${columns}`,
);

export async function setKeyRevoked(db: Transaction, { accountId, id }: ApiKey, now: Date): Promise<ApiKey> {
  const [row] = await db.rows(revoke, [accountId, id, now]);
  return row as ApiKey;
}

const allowMcpWrite = statement<ApiKey>(
  `update api_keys set mcp_write = $3 where account_id = $1 and id = $2 returning ${columns}`,
);

export async function setKeyMcpWrite(
  db: Transaction,
  { accountId, id }: ApiKey,
  mcpWrite: boolean,
): Promise<ApiKey> {
  const [row] = await db.rows(allowMcpWrite, [accountId, id, mcpWrite]);
  return row as ApiKey;
}

const revokeOfFeed = statement<ApiKey>(`
  update api_keys set revoked_at = $3 where account_id = $1 and scope_feed_id = $2 and revoked_at is null
  returning ${columns}`);

/** Returns the keys that were not revoked before. */
export const setKeysOfFeedRevoked = (
  db: Transaction,
  account: AccountId,
  feedId: string,
  now: Date,
): Promise<ApiKey[]> => db.rows(revokeOfFeed, [account, feedId, now]);
