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

const revoke = acrossAccounts<ApiKey>(
  'the operator revokes a key by its id alone, whosever it is',
  `
  update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${columns}`,
);

export const revokeKey = (db: Database, id: string, now: Date): Promise<ApiKey | undefined> =>
  db.first(revoke, [id, now]);
