import type { TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
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

const columns = 'account_id, at, id, sequence, type, subject_id, facts, pending';

/** Where a statement takes an event from: SQL expressions. */
export interface EventSource {
  readonly account: string;
  readonly at: string;
  readonly id: string;
  /** From `findEventMetadata`. */
  readonly number: string;
  readonly hasListener: string;
  readonly subject: string;
  readonly facts: string;
}

const select = (type: EventType, source: EventSource): string => `
  insert into events (${columns})
  select ${source.account} as account_id, ${source.at}, ${source.id}, ${source.number}, '${type}', ${source.subject}, ${source.facts},
    ${source.hasListener}`;

/** Whether an endpoint listens to the account, if that is not given. */
export const hasListenerSql = ({
  account,
  hasListener,
}: Pick<EventSource, 'account' | 'hasListener'>): string => `coalesce(${hasListener}, ${isAwaited(account)})`;

/** The next sequence number, if none is given. */
export const sequenceOf = ({ number }: Pick<EventSource, 'number'>): string =>
  `coalesce(${number}, nextval('event_sequence'))`;

/** Takes the terms that are not given from the database. */
const withTerms = <Source extends Pick<EventSource, 'account' | 'number' | 'hasListener'>>(
  source: Source,
): Source => ({
  ...source,
  number: sequenceOf(source),
  hasListener: hasListenerSql(source),
});

/** The part of a statement that records events in the same round trip as the change. `from` is the rest of its select. */
export const eventInsert = (type: EventType, source: EventSource, from: string): string =>
  `${select(type, withTerms(source))} ${from}`;

/** The same as a step of its own, for a distributed store, which leaves it to one node if the account comes from `account_states`. */
export const eventStep = (type: EventType, source: EventSource, from = ofAccount): string =>
  `${select(type, { ...source, account: 'account_states.account_id' })} ${from}`;

/** The sequence number of an event, and whether an endpoint may want it. Null: the insert itself finds out. */
export interface EventMetadata {
  readonly number: number | null;
  readonly hasListener: boolean | null;
}

const selectTerms = crossAccountStatement<EventMetadata>(
  'a batch of changes to several accounts records its events in one statement',
  `select nextval('event_sequence') as number, ${isAwaited('listed_id')} as has_listener
   from unnest($1::uuid[]) as listed (listed_id)`,
);

const unknownTerms: EventMetadata = { number: null, hasListener: null };

/**
 * The terms of events of these accounts, one for each. A distributed store has to be asked before: an insert that takes numbers or
 * reads tables of the coordinator would run on all nodes, and be committed in two phases.
 */
export const findEventMetadata = async (
  db: Database,
  accounts: readonly string[],
): Promise<readonly EventMetadata[]> =>
  db.layout === 'distributed' ? db.rows(selectTerms, [accounts]) : accounts.map(() => unknownTerms);

/** The rest of the select for the events of one account on a distributed store. */
const ofAccount = 'from account_states where account_states.account_id = $1';

/** Where and when events are recorded. */
export type EventRecorder = Pick<TransactionContext, 'db' | 'clock'>;

const lists =
  '$2::timestamptz[], $3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::jsonb[], $8::boolean[]';
const listed = 'at, id, number, type, subject_id, facts, has_listener';
const given = { account: 'account_states.account_id', number: 'number', hasListener: 'has_listener' };

const insertListed = ({ account, number, hasListener }: typeof given, from: string): string => `
  insert into events (${columns})
  select ${account}, at, id, ${number}, type, subject_id, facts, ${hasListener} ${from}`;

const fromListed = `
  from account_states, unnest(${lists}) as one (${listed}) where account_states.account_id = $1`;
const insertOfAccount = statement(insertListed(withTerms(given), fromListed), {
  distributed: insertListed(given, fromListed),
});

/** Records events of an account in the transaction of their change. */
export async function recordEvents(
  { db, clock }: EventRecorder,
  accountId: string,
  ...events: readonly NewEvent[]
): Promise<void> {
  if (events.length === 0) return;
  const terms = await findEventMetadata(
    db,
    events.map(() => accountId),
  );
  await db.rows(insertOfAccount, [accountId, ...listsOf(clock(), events, terms)]);
}

const fromAccounts = unnestOnShard(`$1::uuid[], ${lists}`, listed);
const insertOfSeveral = crossAccountStatement(
  'work on a batch of accounts records all its events in one statement',
  // Without the list of accounts as a condition: a plan for any values would compare each event with all of it.
  insertListed(
    withTerms({ ...given, account: 'one_account_id' }),
    `from unnest($1::uuid[], ${lists}) as one (one_account_id, ${listed})`,
  ),
  { distributed: insertListed(given, fromAccounts) },
);

/** The same for events of several accounts. */
export async function recordEventsOfAccounts(
  { db, clock }: EventRecorder,
  events: readonly AccountEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const accounts = events.map(({ accountId }) => accountId);
  await db.rows(insertOfSeveral, [
    accounts,
    ...listsOf(clock(), events, await findEventMetadata(db, accounts)),
  ]);
}

/** An event with more facts than this would be presented without its object, as it is larger than 20 kB. */
const maxFacts = 48_000;

/** Facts that are not needed are not stored, because many events are read at once. */
function storedFacts(facts: NewEvent['facts']): string {
  const json = jsonWithBigints(facts);
  return json.length > maxFacts ? jsonWithBigints(tooManyFacts) : json;
}

/** Stands for facts that were too many to store. */
const tooManyFacts = { truncated: true };

const listsOf = (at: Date, events: readonly NewEvent[], terms: readonly EventMetadata[]): unknown[][] => [
  events.map(() => at),
  events.map(() => idAt(at)),
  terms.map(({ number }) => number),
  events.map(({ type }) => type),
  events.map(({ subjectId }) => subjectId),
  events.map(({ facts }) => storedFacts(facts)),
  terms.map(({ hasListener }) => hasListener),
];
