import type { AccountId } from '../accounts/account.js';
import type { EventType } from '../events/event-types.js';
import type { Database, Transaction } from '../../database/database.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { timeOfId } from '../../platform/ids.js';
import type { AttemptError } from './attempt-errors.js';
import type { Endpoint } from './endpoint-store.js';

/** One request to an endpoint, as it is stored in JSON. */
export interface Attempt {
  /** ISO time. */
  readonly at: string;
  /** Null if there was no response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null if it succeeded. */
  readonly error: AttemptError | null;
  /** The beginning of the body. */
  readonly responseExcerpt: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly accountId: AccountId;
  readonly endpointId: string;
  readonly createdAt: Date;
  /** The endpoint's own account, or one below it. */
  readonly eventAccountId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly status: DeliveryStatus;
  /** The latest ones, oldest first. */
  readonly attempts: readonly Attempt[];
  readonly attemptCount: number;
  /** Set while it is pending. */
  readonly nextAttemptAt: Date | null;
}

type EndpointKey = Pick<Endpoint, 'accountId' | 'id'>;

export const deliveryColumns = `id, account_id, endpoint_id, created_at, event_account_id, event_id, event_type, status, attempts,
  attempt_count, next_attempt_at`;

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const pageOf = (condition = '') =>
  statement<Delivery>(`
  select ${deliveryColumns} from webhook_deliveries
  where account_id = $1 and endpoint_id = $2 and (created_at, id) < ($3, $4) ${condition}
  order by created_at desc, id desc limit $5`);

const selectPage = pageOf();
/* Not a parameter: each status has its index. */
const selectPageWith: Readonly<Record<DeliveryStatus, typeof selectPage>> = {
  pending: pageOf(`and status = 'pending'`),
  succeeded: pageOf(`and status = 'succeeded'`),
  failed: pageOf(`and status = 'failed'`),
};

/** Newest first. */
export const listDeliveries = (
  db: Database,
  { accountId, id }: EndpointKey,
  status: DeliveryStatus | undefined,
  page: PageRequest,
): Promise<Delivery[]> =>
  db.rows(status === undefined ? selectPage : selectPageWith[status], [
    accountId,
    id,
    ...pageValues(page, listStart.newestFirst),
  ]);

const isOne = 'account_id = $1 and endpoint_id = $2 and created_at = $3 and id = $4';

const request = statement<Delivery>(`
  update webhook_deliveries set status = 'pending', next_attempt_at = $5
  where ${isOne} returning ${deliveryColumns}`);

/** Lets it be attempted now. Undefined if there is no such delivery. */
export const requestAttempt = (
  db: Transaction,
  { accountId, id }: EndpointKey,
  deliveryId: string,
  now: Date,
): Promise<Delivery | undefined> => db.first(request, [accountId, id, timeOfId(deliveryId), deliveryId, now]);

const countPending = statement<{ count: number }>(`
  select count(*) as count from (
    select from webhook_deliveries where account_id = $1 and endpoint_id = $2 and status = 'pending' limit $3) pending`);

/** At most `limit`. */
export const countPendingDeliveries = async (
  db: Database,
  { accountId, id }: EndpointKey,
  limit: number,
): Promise<number> => (await db.first(countPending, [accountId, id, limit]))?.count ?? 0;

export type NewDelivery = Pick<
  Delivery,
  'id' | 'accountId' | 'endpointId' | 'createdAt' | 'eventAccountId' | 'eventId' | 'eventType'
>;

const listed = 'endpoint_id, created_at, id, event_account_id, event_id, event_type';

const insert = crossAccountStatement(
  'events of any accounts are assigned to endpoints together',
  `insert into webhook_deliveries (account_id, ${listed}, status, next_attempt_at)
   select account_states.account_id, ${listed}, 'pending', created_at
   ${unnestOnShard('$1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[]', listed)}
   on conflict do nothing`,
);

/** Due at once. Those that exist already stay as they are. */
export async function insertDeliveries(db: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db.rows(insert, [
    deliveries.map(({ accountId }) => accountId),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ createdAt }) => createdAt),
    deliveries.map(({ id }) => id),
    deliveries.map(({ eventAccountId }) => eventAccountId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ eventType }) => eventType),
  ]);
}

const removeOld = crossAccountStatement<{ id: string }>(
  'a job deletes deliveries that are no longer kept',
  `with old as (select account_id, endpoint_id, created_at, id from webhook_deliveries where created_at < $1 limit $2)
   delete from webhook_deliveries as kept using old
   where kept.account_id = old.account_id and kept.endpoint_id = old.endpoint_id and kept.created_at = old.created_at
     and kept.id = old.id
   returning kept.id`,
  { distributed: 'delete from webhook_deliveries where created_at < $1 and $2::integer > 0 returning id' },
);

// One range of the primary key. With a list of keys, the planner may read all rows for each of them.
const removeOfEndpoint = statement<{ id: string }>(`
  delete from webhook_deliveries
  where account_id = $1 and endpoint_id = $2 and (created_at, id) <= (
    select created_at, id from (
      select created_at, id from webhook_deliveries where account_id = $1 and endpoint_id = $2
      order by created_at, id limit $3) as oldest
    order by created_at desc, id desc limit 1)
  returning id`);

/** Returns how many were deleted: fewer than `limit` once there are none left. */
export const deleteDeliveriesOf = async (
  db: Database,
  { accountId, endpointId }: { readonly accountId: string; readonly endpointId: string },
  limit: number,
): Promise<number> => (await db.rows(removeOfEndpoint, [accountId, endpointId, limit])).length;

/** Returns how many were deleted: fewer than `limit` once there are none left. */
export const deleteDeliveriesBefore = async (db: Database, before: Date, limit: number): Promise<number> =>
  (await db.rows(removeOld, [before, limit])).length;
