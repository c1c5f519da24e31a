import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';

/** What makes two requests the same one. */
export interface RequestIdentity {
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

const keptMs = 24 * 3_600_000;

/** What was done before this instant is no longer answered again. */
const forgetBefore = (now: Date): Date => new Date(now.getTime() - keptMs);

const identityValues = (account: AccountId, { keyId, method, path, key }: RequestIdentity): unknown[] => [
  account,
  keyId,
  method,
  path,
  key,
];

const identified = 'account_id = $1 and key_id = $2 and method = $3 and path = $4 and key = $5';

// One that is too old to be answered again is taken over.
const insert = statement<{ key: string }>(`
  insert into idempotent_requests (account_id, key_id, method, path, key, body_hash, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (account_id, key_id, method, path, key) do update
  set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
  where idempotent_requests.created_at < $8
  returning key`);

/** True when this transaction is the first; waits while another one with the same identity is at work. */
export async function claimRequest(
  db: Transaction,
  account: AccountId,
  identity: RequestIdentity,
  { bodyHash, now }: { bodyHash: Buffer; now: Date },
): Promise<boolean> {
  const values = identityValues(account, identity);
  return (await db.first(insert, [...values, bodyHash, now, forgetBefore(now)])) !== undefined;
}

export interface KeptAnswer {
  readonly bodyHash: Buffer;
  readonly answer: string;
}

const select = statement<KeptAnswer>(
  `select body_hash, answer from idempotent_requests where ${identified} and created_at >= $6`,
);

/** The first answer to a request that was asked before. */
export const findAnswer = (
  db: Database,
  account: AccountId,
  identity: RequestIdentity,
  now: Date,
): Promise<KeptAnswer | undefined> =>
  db.first(select, [...identityValues(account, identity), forgetBefore(now)]);

const update = statement(`update idempotent_requests set answer = $6 where ${identified}`);

export async function keepAnswer(
  db: Transaction,
  account: AccountId,
  identity: RequestIdentity,
  answer: string,
): Promise<void> {
  await db.rows(update, [...identityValues(account, identity), answer]);
}

const purge = acrossAccounts(
  'a job forgets old requests',
  'delete from idempotent_requests where created_at < $1',
);

/** Forgets what is too old to be asked for again. */
export async function purgeRequests(db: Database, now: Date): Promise<void> {
  await db.rows(purge, [forgetBefore(now)]);
}
