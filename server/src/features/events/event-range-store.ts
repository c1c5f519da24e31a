import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import { allEvents, type Event } from './event-list-store.js';
import type { EventType } from './event-types.js';

/** Events of some types, by when they happened. */
export interface EventRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly types: readonly EventType[];
}

export interface EventCount {
  readonly accountId: string;
  readonly count: number;
}

const range = 'at >= $2 and at < $3 and type = any($4::text[])';

const countOwn = statement<EventCount>(
  `select account_id, count(*) as count from ${allEvents} where account_id = $1 and ${range} group by account_id`,
);

const countInTree = statement<EventCount>(
  `select accounts.id as account_id, one.count from accounts cross join lateral (
     select count(*) as count from ${allEvents} where account_id = accounts.id and ${range}
   ) one where accounts.lineage @> array[$1::uuid] and one.count > 0`,
);

/** The accounts that have such events: the account itself, or all below it, too. */
export const countEvents = (
  db: Database,
  account: string,
  { from, until, types }: EventRange,
  isBelowIncluded: boolean,
): Promise<EventCount[]> => db.rows(isBelowIncluded ? countInTree : countOwn, [account, from, until, types]);

export type EventKey = Pick<Event, 'id' | 'at' | 'type'>;

const selectNext = statement<EventKey>(`
  select id, at, type from ${allEvents} where account_id = $1 and ${range} and (at, id) > ($5, $6)
  order by at, id limit $7`);

/** Oldest first. */
export const nextEvents = (
  db: Database,
  account: string,
  { from, until, types }: EventRange,
  after: Pick<Event, 'id' | 'at'>,
  limit: number,
): Promise<EventKey[]> => db.rows(selectNext, [account, from, until, types, after.at, after.id, limit]);
