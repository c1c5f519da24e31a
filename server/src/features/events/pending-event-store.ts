import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import { eventColumns, type Event } from './event-list-store.js';

export interface PendingEvent extends Event {
  /** Of its account: all ancestors from the root down, then the account itself. */
  readonly lineage: readonly string[];
}

const reason = 'events of all accounts are assigned to endpoints';

/** Of them, trees of accounts take turns: one of which much happens at once does not keep others waiting. */
const maxConsidered = 10_000;

const columns = eventColumns
  .split(', ')
  .map((column) => `events.${column}`)
  .join(', ');

const select = crossAccountStatement<PendingEvent>(
  reason,
  `select ${eventColumns}, lineage from (
     select oldest.*, row_number() over (partition by lineage[1] order by at) as turn from (
       select ${columns}, accounts.lineage from events join accounts on accounts.id = events.account_id
       where pending order by at limit ${maxConsidered}) oldest) turns
   order by turn, at limit $1`,
);

/** Those that an endpoint may wait for: the oldest of each tree of accounts, in turns. */
export const listPendingEvents = (db: Database, limit: number): Promise<PendingEvent[]> =>
  db.rows(select, [limit]);

// Not simply `pending`: the index of pending events is mostly empty when statistics are made, so the planner would read all of it
// for each event of a large number.
const claim = crossAccountStatement<Pick<Event, 'id'>>(
  reason,
  `update events set pending = false
   from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as listed (listed_account_id, listed_at, listed_id)
   where account_id = any($1::uuid[]) and account_id = listed_account_id and at = listed_at and id = listed_id
     and coalesce(pending, false)
   returning id`,
);

/** The ids of those that were still pending. In the same transaction they are assigned, so none is assigned twice or never. */
export async function claimPendingEvents(
  db: Transaction,
  events: readonly PendingEvent[],
): Promise<ReadonlySet<string>> {
  const claimed = await db.rows(claim, [
    events.map(({ accountId }) => accountId),
    events.map(({ at }) => at),
    events.map(({ id }) => id),
  ]);
  return new Set(claimed.map(({ id }) => id));
}
