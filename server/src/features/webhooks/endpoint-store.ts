import type { AccountId } from '../accounts/account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Database, Transaction } from '../../database/database.js';
import { listStart, pageValues, selectNewestFirst, type PageRequest } from '../../database/paging.js';
import { statement } from '../../database/statement.js';

export const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Where an account wants to be told about its events. */
export interface Endpoint {
  readonly id: string;
  readonly accountId: AccountId;
  readonly url: string;
  /** Types, `resource.*` or `*`. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly includeDescendants: boolean;
  readonly status: 'enabled' | 'disabled';
  /** Set if it is disabled. */
  readonly disabledReason: DisabledReason | null;
  readonly revision: string;
  readonly createdAt: Date;
  readonly publicKey: Buffer;
  readonly keysSealed: Buffer;
  /** When the first attempt failed since the last that succeeded. */
  readonly failingSince: Date | null;
  readonly replayRequestedAt: Date | null;
}

export const endpointFacts = auditedFields(
  'url',
  'events',
  'description',
  'includeDescendants',
  'status',
  'disabledReason',
  'revision',
);

export const endpointColumns = `id, account_id, url, events, description, include_descendants, status, disabled_reason, revision,
  created_at, public_key, keys_sealed, failing_since, replay_requested_at`;

const select = statement<Endpoint>(
  `select ${endpointColumns} from webhook_endpoints where account_id = $1 and id = $2`,
);

export const findEndpoint = (db: Database, account: AccountId, id: string): Promise<Endpoint | undefined> =>
  db.first(select, [account, id]);

const lock = statement<Endpoint>(
  `select ${endpointColumns} from webhook_endpoints where account_id = $1 and id = $2 for update`,
);

export const lockEndpoint = (
  db: Transaction,
  account: AccountId,
  id: string,
): Promise<Endpoint | undefined> => db.first(lock, [account, id]);

const selectPage = statement<Endpoint>(selectNewestFirst(endpointColumns, 'webhook_endpoints'));

export const listEndpoints = (db: Database, account: AccountId, page: PageRequest): Promise<Endpoint[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const count = statement<{ count: number }>(
  'select count(*) as count from webhook_endpoints where account_id = $1',
);

export const countEndpoints = async (db: Database, account: AccountId): Promise<number> =>
  (await db.first(count, [account]))?.count ?? 0;

const insert = statement<Endpoint>(`
  insert into webhook_endpoints (account_id, id, url, events, description, include_descendants, status, revision, created_at,
    public_key, keys_sealed)
  values ($1, $2, $3, $4, $5, $6, 'enabled', $7, $8, $9, $10) returning ${endpointColumns}`);

export type NewEndpoint = Omit<
  Endpoint,
  'accountId' | 'status' | 'disabledReason' | 'failingSince' | 'replayRequestedAt'
>;

export async function insertEndpoint(
  db: Transaction,
  account: AccountId,
  endpoint: NewEndpoint,
): Promise<Endpoint> {
  const { id, url, events, description, includeDescendants, revision, createdAt, publicKey, keysSealed } =
    endpoint;
  const [row] = await db.rows(insert, [
    account,
    id,
    url,
    events,
    description,
    includeDescendants,
    revision,
    createdAt,
    publicKey,
    keysSealed,
  ]);
  return row as Endpoint;
}

const update = statement<Endpoint>(`
  update webhook_endpoints set url = $3, events = $4, description = $5, include_descendants = $6, status = $7,
    disabled_reason = $8, failing_since = $9
  where account_id = $1 and id = $2 returning ${endpointColumns}`);

export type EndpointState = Pick<
  Endpoint,
  'url' | 'events' | 'description' | 'includeDescendants' | 'status' | 'disabledReason' | 'failingSince'
>;

/** Of an endpoint that the transaction has locked. */
export async function updateEndpoint(
  db: Transaction,
  { accountId, id }: Pick<Endpoint, 'accountId' | 'id'>,
  state: EndpointState,
): Promise<Endpoint> {
  const { url, events, description, includeDescendants, status, disabledReason, failingSince } = state;
  const [row] = await db.rows(update, [
    accountId,
    id,
    url,
    events,
    description,
    includeDescendants,
    status,
    disabledReason,
    failingSince,
  ]);
  return row as Endpoint;
}

const updateKeys = statement<Endpoint>(`
  update webhook_endpoints set public_key = $3, keys_sealed = $4
  where account_id = $1 and id = $2 returning ${endpointColumns}`);

export async function setEndpointKeys(
  db: Transaction,
  { accountId, id }: Pick<Endpoint, 'accountId' | 'id'>,
  { publicKey, keysSealed }: Pick<Endpoint, 'publicKey' | 'keysSealed'>,
): Promise<Endpoint> {
  const [row] = await db.rows(updateKeys, [accountId, id, publicKey, keysSealed]);
  return row as Endpoint;
}

const updateReplay = statement(
  'update webhook_endpoints set replay_requested_at = $3 where account_id = $1 and id = $2',
);

/** Null: it has ended. */
export async function setReplayRequested(
  db: Database,
  { accountId, id }: Pick<Endpoint, 'accountId' | 'id'>,
  at: Date | null,
): Promise<void> {
  await db.rows(updateReplay, [accountId, id, at]);
}

const remove = statement<{ id: string }>(
  'delete from webhook_endpoints where account_id = $1 and id = $2 returning id',
);

export const deleteEndpoint = async (db: Transaction, account: AccountId, id: string): Promise<boolean> =>
  (await db.first(remove, [account, id])) !== undefined;
