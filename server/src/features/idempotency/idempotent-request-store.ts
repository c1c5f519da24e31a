import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

/** A request with the same identity is a repeat of the first one. */
export interface RequestIdentity {
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

const keptMs = 24 * 3_600_000;

/** Requests from before this instant have expired. */
const forgetBefore = (now: Date): Date => new Date(now.getTime() - keptMs);

const identityValues = (account: AccountId, { keyId, method, path, key }: RequestIdentity): unknown[] => [
  account,
  keyId,
  method,
  path,
  key,
];

const identified = 'account_id = $1 and key_id = $2 and method = $3 and path = $4 and key = $5';

// Overwrites an expired request.
const insert = statement<{ key: string }>(`
  insert into idempotent_requests (account_id, key_id, method, path, key, body_hash, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (account_id, key_id, method, path, key) do update
  set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
  where idempotent_requests.created_at < $8
  returning key`);

/** True if this request is the first. Waits while another transaction with the same identity is in progress. */
export async function claimRequest(
  db: Transaction,
  account: AccountId,
  identity: RequestIdentity,
  { bodyHash, now }: { bodyHash: Buffer; now: Date },
): Promise<boolean> {
  const values = identityValues(account, identity);
  return (await db.first(insert, [...values, bodyHash, now, forgetBefore(now)])) !== undefined;
}

export interface StoredResponse {
  readonly bodyHash: Buffer;
  readonly answer: string;
}

const select = statement<StoredResponse>(
  `select body_hash, answer from idempotent_requests where ${identified} and created_at >= $6`,
);

/** The response to the first request with this identity. */
export const findResponse = (
  db: Database,
  account: AccountId,
  identity: RequestIdentity,
  now: Date,
): Promise<StoredResponse | undefined> =>
  db.first(select, [...identityValues(account, identity), forgetBefore(now)]);

const update = statement(`update idempotent_requests set answer = $6 where ${identified}`);

export async function saveResponse(
  db: Transaction,
  account: AccountId,
  identity: RequestIdentity,
  answer: string,
): Promise<void> {
  await db.rows(update, [...identityValues(account, identity), answer]);
}

const purge = crossAccountStatement(
  'a job deletes the expired requests of all accounts',
  'delete from idempotent_requests where created_at < $1',
);

/** Deletes expired requests. */
export async function purgeRequests(db: Database, now: Date): Promise<void> {
  await db.rows(purge, [forgetBefore(now)]);
}
