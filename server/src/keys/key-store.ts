import type { Account, AccountId } from '../accounts/account.js';
import type { Database } from '../platform/db/database.js';
import { acrossAccounts, statement } from '../platform/db/statement.js';

export interface ApiKey {
  readonly id: string;
  readonly accountId: AccountId;
  readonly name: string | null;
  readonly revision: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

const columns = 'id, account_id, name, revision, created_at, revoked_at';

const insert = statement<ApiKey>(`
  insert into api_keys (account_id, id, hash, name, revision, created_at) values ($1, $2, $3, $4, $5, $6)
  returning ${columns}`);

export async function insertKey(
  db: Database,
  account: AccountId,
  key: { id: string; hash: Buffer; name: string | null; revision: string; createdAt: Date },
): Promise<ApiKey> {
  const [row] = await db.rows(insert, [account, key.id, key.hash, key.name, key.revision, key.createdAt]);
  return row as ApiKey;
}

const selectOfAccount = statement<ApiKey>(
  `select ${columns} from api_keys where account_id = $1 order by created_at, id`,
);

export const listKeys = (db: Database, account: AccountId): Promise<ApiKey[]> =>
  db.rows(selectOfAccount, [account]);

/** Whose key it is. */
export type KeyHolder = Account & { readonly keyId: string; readonly revision: string };

const selectHolder = statement<KeyHolder>(`
  select api_keys.id as key_id, revision, accounts.id, parent_id, lineage, accounts.name, display_name, external_id,
    role, status, accounts.created_at, activated_at, deactivated_at
  from api_keys join accounts on accounts.id = api_keys.account_id
  where account_id = $1 and hash = $2 and revoked_at is null`);

/** `accountId` is what the key names; only a key whose hash is kept there, and not revoked, finds its account. */
export const findKeyHolder = (
  db: Database,
  accountId: string,
  hash: Buffer,
): Promise<KeyHolder | undefined> => db.first(selectHolder, [accountId, hash]);

const selectNames = acrossAccounts<{ id: string; name: string }>(
  'the operator reads which key changed what, in whichever account',
  'select id, name from api_keys where id = any($1::uuid[]) and name is not null',
);

/** What those keys are called that have a name. */
export const namesOfKeys = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectNames, [ids])).map(({ id, name }) => [id, name]));

const lockAny = acrossAccounts<ApiKey>(
  'the operator names a key by its id alone, whosever it is',
  `select ${columns} from api_keys where id = $1 for update`,
);

/** The key, which nobody else revokes until the transaction ends. */
export const lockAnyKey = (db: Database, id: string): Promise<ApiKey | undefined> => db.first(lockAny, [id]);

const revoke = statement<ApiKey>(
  `update api_keys set revoked_at = $3 where account_id = $1 and id = $2 returning ${columns}`,
);

export async function setKeyRevoked(db: Database, { accountId, id }: ApiKey, now: Date): Promise<ApiKey> {
  const [row] = await db.rows(revoke, [accountId, id, now]);
  return row as ApiKey;
}
