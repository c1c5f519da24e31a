import { mergedByDate } from '../../database/combined-list.js';
import type { Database } from '../../database/database.js';
import { rangePageValues, type DayRange, type PageRequest } from '../../database/paging.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { timeOfId } from '../../platform/ids.js';
import type { EventType } from './event-types.js';

export interface Event {
  readonly accountId: string;
  readonly at: Date;
  readonly id: string;
  readonly sequence: number;
  readonly type: EventType;
  readonly subjectId: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export const eventColumns = 'account_id, at, id, sequence, type, subject_id, facts';

export interface EventRequest {
  /** Undefined: all. */
  readonly types: readonly EventType[] | undefined;
  readonly range: DayRange;
}

/** Most events are of these types, so a list of one of them reads the events of the account. The others have an index by type. */
const frequent: ReadonlySet<EventType> = new Set<EventType>([
  'deposit.created',
  'biomass_offset.created',
  'certificate.issued',
]);
const isRare = `type not in (${[...frequent].map((type) => `'${type}'`).join(', ')})`;

/** All events: those that were written, and deposits that nobody listened to, which are entries of the audit trail. */
export const allEvents = `(
    select ${eventColumns} from events
    union all
    select account_id, at, id, sequence, 'deposit.created', subject_id, after from audit_entries
    where sequence is not null
  ) as told`;

/** Newest first. After `$1`, it takes `rangePageValues`, and the types of `$6` if `condition` has them. */
const newest = (account: string, condition: string, events = allEvents): string => `
  select ${eventColumns} from ${events}
  where account_id = ${account} and ${condition} and at >= $2 and (at, id) < ($3, $4)
  order by at desc, id desc limit $5`;

const anyType = 'true';
const ofTypes = 'type = any($6::text[])';
/** One type at a time, because the index has its events in order. */
const newestOfEach = (account: string): string => `
  unnest($6::text[]) as wanted (wanted_type)
    cross join lateral (${newest(account, `type = wanted_type and ${isRare}`, 'events')}) one`;

const select = {
  all: statement<Event>(newest('$1', anyType)),
  types: statement<Event>(newest('$1', ofTypes)),
  rareTypes: statement<Event>(`select one.* from ${newestOfEach('$1')} order by at desc, id desc limit $5`),
};

type Variant = keyof typeof select;

function variantOf(types: EventRequest['types']): Variant {
  if (types === undefined) return 'all';
  return types.some((type) => frequent.has(type)) ? 'types' : 'rareTypes';
}

const valuesOf = ({ types, range }: EventRequest, page: PageRequest): unknown[] => [
  ...rangePageValues(range, page),
  ...(types === undefined ? [] : [types]),
];

/** The events of an account, newest first. */
export const listEvents = (
  db: Database,
  account: string,
  request: EventRequest,
  page: PageRequest,
): Promise<Event[]> => db.rows(select[variantOf(request.types)], [account, ...valuesOf(request, page)]);

interface MergedEvent extends Event {
  readonly sortKey: Date;
}

const selectEach = (rows: string): string => `
  select one.*, one.at as sort_key from account_states cross join lateral (${rows}) one
  where account_states.account_id = any($1::uuid[])`;

const ofEach = (rows: string, distributed = rows) =>
  crossAccountStatement<MergedEvent>('an account reads the events of accounts below it', selectEach(rows), {
    distributed: selectEach(distributed),
  });

const account = 'account_states.account_id';
const selectOfEach: Readonly<Record<Variant, ReturnType<typeof ofEach>>> = {
  all: ofEach(newest(account, anyType)),
  types: ofEach(newest(account, ofTypes)),
  rareTypes: ofEach(
    `select one.* from ${newestOfEach(account)} order by at desc, id desc limit $5`,
    // Citus does not take one lateral join inside another.
    newest(account, `${ofTypes} and ${isRare}`, 'events'),
  ),
};

/** The same of several accounts together. The caller answers for their being accessible. */
export const listEventsOfAccounts = (
  db: Database,
  accounts: readonly string[],
  request: EventRequest,
  page: PageRequest,
): Promise<Event[]> =>
  mergedByDate(accounts, page.limit, true, (some, limit) =>
    db.rows(selectOfEach[variantOf(request.types)], [some, ...valuesOf(request, { ...page, limit })]),
  );

const selectOne = statement<Event>(
  `select ${eventColumns} from ${allEvents} where account_id = $1 and at = $2 and id = $3`,
);

/** The id of an event has its time. */
export const findEvent = (db: Database, account: string, id: string): Promise<Event | undefined> =>
  db.first(selectOne, [account, timeOfId(id), id]);

const selectByKeys = crossAccountStatement<Event>(
  'an endpoint receives the events of its account and of accounts below it',
  `select ${eventColumns} from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as listed (listed_account_id, listed_at, listed_id)
     join ${allEvents} on account_id = listed_account_id and at = listed_at and id = listed_id
   where account_id = any($1::uuid[])`,
);

/** Events of any accounts, in any order. Those that are no longer kept are missing. */
export const findEvents = (
  db: Database,
  keys: readonly Pick<Event, 'accountId' | 'id'>[],
): Promise<Event[]> =>
  db.rows(selectByKeys, [
    keys.map(({ accountId }) => accountId),
    keys.map(({ id }) => timeOfId(id)),
    keys.map(({ id }) => id),
  ]);

const removeOld = crossAccountStatement<{ id: string }>(
  'a job deletes events that are no longer kept',
  `with old as (select account_id, at, id from events where at < $1 and not pending limit $2)
   delete from events using old
   where events.account_id = old.account_id and events.at = old.at and events.id = old.id returning events.id`,
  { distributed: 'delete from events where at < $1 and not pending and $2::integer > 0 returning id' },
);

/** Returns how many were deleted: fewer than `limit` once there are none left. */
export const deleteEventsBefore = async (db: Database, before: Date, limit: number): Promise<number> =>
  (await db.rows(removeOld, [before, limit])).length;
