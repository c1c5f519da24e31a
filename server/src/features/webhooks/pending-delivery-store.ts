import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { deliveryColumns, type Attempt, type Delivery } from './delivery-store.js';
import { endpointColumns, type Endpoint } from './endpoint-store.js';

const reason = 'one process delivers the events of all accounts';

export type Subscription = Pick<Endpoint, 'accountId' | 'id' | 'events' | 'includeDescendants'>;

const selectEnabled = crossAccountStatement<Subscription>(
  reason,
  `select account_id, id, events, include_descendants from webhook_endpoints
   where account_id = any($1::uuid[]) and status = 'enabled'`,
);

export const enabledEndpointsOf = (db: Database, accounts: readonly string[]): Promise<Subscription[]> =>
  db.rows(selectEnabled, [accounts]);

export interface EndpointReference {
  readonly accountId: AccountId;
  readonly endpointId: string;
}

export interface WaitingEndpoint extends EndpointReference {
  readonly nextAttemptAt: Date;
}

/** Of an endpoint: the first of its pending deliveries, which may be many. */
export const firstPending = `(
  select next_attempt_at from webhook_deliveries
  where webhook_deliveries.account_id = webhook_endpoints.account_id and endpoint_id = webhook_endpoints.id
    and webhook_deliveries.status = 'pending'
  order by next_attempt_at limit 1)`;

const selectLanes = crossAccountStatement<WaitingEndpoint>(
  reason,
  `select account_id, id as endpoint_id, next_attempt_at
   from webhook_endpoints cross join lateral ${firstPending} first_pending
   where status = 'enabled'`,
);

/** The enabled endpoints that have pending deliveries. */
export const listWaitingEndpoints = (db: Database): Promise<WaitingEndpoint[]> => db.rows(selectLanes);

/** With the root of the tree of its account. */
export type Deliverable = Endpoint & { readonly rootId: string };

const columns = endpointColumns
  .split(/,\s+/)
  .map((column) => `webhook_endpoints.${column}`)
  .join(', ');

const selectDeliverable = crossAccountStatement<Deliverable>(
  reason,
  `select ${columns}, accounts.lineage[1] as root_id from webhook_endpoints
     join accounts on accounts.id = webhook_endpoints.account_id
   where webhook_endpoints.account_id = any($1::uuid[]) and webhook_endpoints.id = any($2::uuid[])
     and webhook_endpoints.status = 'enabled'`,
);

/** Those of them that are enabled. */
export const findDeliverable = (db: Database, keys: readonly EndpointReference[]): Promise<Deliverable[]> =>
  db.rows(selectDeliverable, [
    [...new Set(keys.map(({ accountId }) => accountId))],
    keys.map(({ endpointId }) => endpointId),
  ]);

export type PendingDelivery = Delivery & { readonly nextAttemptAt: Date };

const selectPending = statement<PendingDelivery>(`
  select ${deliveryColumns} from webhook_deliveries
  where account_id = $1 and endpoint_id = $2 and status = 'pending' order by next_attempt_at limit $3`);

/** By when they are due, also those that are not yet. */
export const listPendingDeliveries = (
  db: Database,
  { accountId, endpointId }: EndpointReference,
  limit: number,
): Promise<PendingDelivery[]> => db.rows(selectPending, [accountId, endpointId, limit]);

/** What came of a delivery's latest attempt. */
export interface DeliveryResult {
  readonly delivery: Pick<Delivery, 'accountId' | 'endpointId' | 'createdAt' | 'id'>;
  readonly attempt: Attempt;
  readonly status: Delivery['status'];
  /** If it is still pending. */
  readonly nextAttemptAt: Date | null;
}

/** Of a delivery that is sent again and again by hand. */
const maxListed = 20;

const update = crossAccountStatement(
  reason,
  `update webhook_deliveries set status = result.status, next_attempt_at = result.next_attempt_at,
     attempt_count = attempt_count + 1,
     attempts = case when jsonb_array_length(attempts) >= ${maxListed} then attempts - 0 else attempts end || result.attempt
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::timestamptz[], $7::jsonb[])
     as result (of_account, of_endpoint, of_time, of_id, status, next_attempt_at, attempt)
   where account_id = any($1::uuid[]) and account_id = of_account and endpoint_id = of_endpoint
     and created_at = of_time and id = of_id`,
);

export async function storeResults(db: Database, results: readonly DeliveryResult[]): Promise<void> {
  await db.rows(update, [
    results.map(({ delivery }) => delivery.accountId),
    results.map(({ delivery }) => delivery.endpointId),
    results.map(({ delivery }) => delivery.createdAt),
    results.map(({ delivery }) => delivery.id),
    results.map(({ status }) => status),
    results.map(({ nextAttemptAt }) => nextAttemptAt),
    // In a list of its own, so that it is appended as one entry.
    results.map(({ attempt }) => JSON.stringify([attempt])),
  ]);
}

/** Whether attempts fail: since when, or null once one has succeeded. */
export interface FailingChange extends EndpointReference {
  readonly since: Date | null;
}

const updateFailing = crossAccountStatement(
  reason,
  `update webhook_endpoints set failing_since = case when since is null then null else coalesce(failing_since, since) end
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as changed (of_account, of_id, since)
   where account_id = any($1::uuid[]) and account_id = of_account and id = of_id`,
);

export async function storeFailing(db: Database, changes: readonly FailingChange[]): Promise<void> {
  await db.rows(updateFailing, [
    changes.map(({ accountId }) => accountId),
    changes.map(({ endpointId }) => endpointId),
    changes.map(({ since }) => since),
  ]);
}
