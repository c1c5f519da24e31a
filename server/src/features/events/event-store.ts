import type { TransactionContext } from '../../database/context.js';
import { fromShard } from '../../database/shard-lists.js';
import { acrossAccounts, statement } from '../../database/statement.js';
import { jsonWithBigints } from '../../platform/exact-number.js';
import { idAt } from '../../platform/ids.js';
import type { EventType } from './event-types.js';

/** Something that happened to an account. */
export interface NewEvent {
  readonly type: EventType;
  readonly subjectId: string;
  /** Everything that the resource is presented from, except its id and account, by the names of its columns. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export type AccountEvent = NewEvent & { readonly accountId: string };

/**
 * Whether an endpoint of the account, or of one above it, may want its events. The first part is evaluated once for a statement, so
 * events cost little where nobody listens. The limit keeps the planner from doing this for all accounts at once. Columns are renamed
 * so that `account` can be a column of the statement around it.
 */
const isAwaited = (account: string): string => `
  exists (select from listening_accounts) and coalesce((
    select true from accounts join listening_accounts as listening (listener_id, listens_below)
      on listener_id = any(accounts.lineage)
    where accounts.id = ${account} and (listens_below or listener_id = accounts.id) limit 1), false)`;

const columns = 'account_id, at, id, type, subject_id, facts, pending';

/** Where a statement takes an event from: SQL expressions. */
export interface EventSource {
  readonly account: string;
  readonly at: string;
  readonly id: string;
  readonly subject: string;
  readonly facts: string;
}

/** The part of a statement that records events in the same round trip as the change. `from` is the rest of its select. */
export const eventInsert = (type: EventType, source: EventSource, from: string): string => `
  insert into events (${columns})
  select ${source.account}, ${source.at}, ${source.id}, '${type}', ${source.subject}, ${source.facts},
    ${isAwaited(source.account)} ${from}`;

/** The rest of the select for a distributed store, where the events of an account are a step of their own. */
export const ofAccount = 'from account_states where account_states.account_id = $1';

/** Where and when events are recorded. */
export type EventRecorder = Pick<TransactionContext, 'db' | 'clock'>;

const lists = '$2::timestamptz[], $3::uuid[], $4::text[], $5::uuid[], $6::jsonb[]';
const listed = 'at, id, type, subject_id, facts';

const insertOfAccount = statement(`
  insert into events (${columns})
  select account_states.account_id, one.*, ${isAwaited('$1::uuid')}
  from account_states, unnest(${lists}) as one (${listed}) where account_states.account_id = $1`);

/** Records events of an account in the transaction of their change. */
export async function recordEvents(
  { db, clock }: EventRecorder,
  accountId: string,
  ...events: readonly NewEvent[]
): Promise<void> {
  if (events.length > 0) await db.rows(insertOfAccount, [accountId, ...listsOf(clock(), events)]);
}

const insertOfSeveral = acrossAccounts(
  'work on a batch of accounts records all its events in one statement',
  `insert into events (${columns})
   select account_states.account_id, one.at, one.id, one.type, one.subject_id, one.facts,
     ${isAwaited('account_states.account_id')}
   ${fromShard(`$1::uuid[], ${lists}`, listed)}`,
);

/** The same for events of several accounts. */
export async function recordEventsOfAccounts(
  { db, clock }: EventRecorder,
  events: readonly AccountEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await db.rows(insertOfSeveral, [events.map(({ accountId }) => accountId), ...listsOf(clock(), events)]);
}

const listsOf = (at: Date, events: readonly NewEvent[]): unknown[][] => [
  events.map(() => at),
  events.map(() => idAt(at)),
  events.map(({ type }) => type),
  events.map(({ subjectId }) => subjectId),
  events.map(({ facts }) => jsonWithBigints(facts)),
];
