import type { Actor } from '../../platform/actor.js';
import { columnName, columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import type { TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { jsonWithBigints } from '../../platform/exact-number.js';
import { idAt } from '../../platform/ids.js';
import { lowestId, type PageKey } from '../../database/paging.js';
import { difference, type Facts } from './audited-fields.js';

/** One change of state. `before` and `after` contain IDs and amounts, never secrets. */
export interface Change {
  /** For example `deposit.create`. */
  readonly action: string;
  readonly subjectId: string | null;
  readonly before?: Facts | undefined;
  readonly after?: Facts | undefined;
}

/** Account ID of entries that concern the whole installation: projects, methodologies, credits. */
export const installationAccountId = '00000000-0000-0000-0000-000000000000';

const columns = {
  id: 'uuid',
  at: 'timestamptz',
  actorKind: 'text',
  actorId: 'text',
  action: 'text',
  subjectId: 'uuid',
  before: 'jsonb',
  after: 'jsonb',
} as const satisfies ColumnTypes<keyof Omit<AuditEntry, 'accountId'>>;

/** After the account, `$1`. */
const entry = columnParameters(2, columns);
const entryColumns = `account_id, ${entry.names}`;

/**
 * The part of a statement that writes the entry in the same round trip as the change. `$1` is the account; the values, from
 * `auditValues`, start at `firstParameter`. `from` names a CTE: the entry is written only if it returns a row. With a `sequence`, the
 * entry is an event, too.
 */
export const auditInsert = (firstParameter: number, from?: string, sequence = 'null::bigint'): string => {
  const { parameters } = columnParameters(firstParameter, columns);
  return from === undefined
    ? `insert into audit_entries (${entryColumns}) values ($1::uuid, ${parameters})`
    : `insert into audit_entries (${entryColumns}, sequence)
       select $1::uuid as account_id, ${parameters}, ${sequence} from ${from}`;
};

/** What an event is made of that has the same id, time and subject as the entry, and its facts from before or after. */
interface EntrySource {
  readonly account: string;
  readonly at: string;
  readonly id: string;
  readonly subject: string;
  readonly facts: string;
}

/** The entry of `auditInsert` as the source of an event, whose terms are the two values after those of the entry. */
export function auditSource(
  firstParameter: number,
  facts: 'before' | 'after',
): EntrySource & { readonly number: string; readonly hasListener: string } {
  const { next, parameter } = columnParameters(firstParameter, columns);
  const { at, id, subjectId, [facts]: kept } = parameter;
  const terms = { number: `$${next}::bigint`, hasListener: `$${next + 1}::boolean` };
  return { account: '$1::uuid', at, id, subject: subjectId, facts: kept, ...terms };
}

export const auditValues = (actor: Actor, at: Date, change: Change): unknown[] =>
  entry.valuesOf(entryOf(actor, at, change));

const entryOf = (actor: Actor, at: Date, { action, subjectId, before, after }: Change) => ({
  id: idAt(at),
  at,
  actorKind: actor.kind,
  actorId: actor.id,
  action,
  subjectId,
  before: jsonOf(before),
  after: jsonOf(after),
});

/**
 * The same for several changes: the values, from `auditValuesOfAll`, are arrays. `from` names a CTE that returns the IDs of
 * the changed subjects.
 */
export const auditInsertAll = (firstParameter: number, from: string): string => `
  insert into audit_entries (${entryColumns})
  select $1::uuid, entry.* from ${entriesOf(firstParameter)} where subject_id in (select id from ${from})`;

const entriesOf = (firstParameter: number): string =>
  `unnest(${columnParameters(firstParameter, columns).lists}) as entry (${entry.names})`;

/** The same as a step of its own, for a distributed store. */
export const auditInsertAllStep = (firstParameter: number): string => `
  insert into audit_entries (${entryColumns})
  select account_states.account_id, entry.*
  from account_states, ${entriesOf(firstParameter)}
  where account_states.account_id = $1`;

/** The audit entries of a batch of changes to several accounts, as more columns of the batch's rows. */
export function auditOfBatch(firstParameter: number): {
  readonly lists: string;
  readonly names: string;
  /** `from` names a CTE with the rows of the batch that were written. With a `sequence`, the entries are events, too. */
  readonly insert: (from: string, sequence?: string) => string;
  /** The same as a step of its own, for a distributed store. `$1` is the list of accounts. */
  readonly step: string;
  /** The entries as sources of events, in the rows of the batch. */
  readonly source: EntrySource;
  /** The number of the parameter that follows. */
  readonly next: number;
} {
  const names = Object.keys(columns)
    .map((field) => `audit_${columnName(field)}`)
    .join(', ');
  const { lists, next } = columnParameters(firstParameter, columns);
  return {
    lists,
    next,
    names,
    insert: (from, sequence = 'null::bigint') =>
      `insert into audit_entries (${entryColumns}, sequence) select account_id, ${names}, ${sequence} from ${from}`,
    step: `
  insert into audit_entries (${entryColumns})
  select account_states.account_id, ${names} ${unnestOnShard(`$1::uuid[], ${lists}`, names)}`,
    source: {
      account: 'account_id',
      at: 'audit_at',
      id: 'audit_id',
      subject: 'audit_subject_id',
      facts: 'audit_after',
    },
  };
}

export function auditValuesOfAll(
  changes: readonly (Change & { readonly actor: Actor; readonly at: Date })[],
): unknown[][] {
  return entry.listsOf(changes.map(({ actor, at, ...change }) => entryOf(actor, at, change)));
}

const jsonOf = (facts: Facts | undefined): string | null =>
  facts === undefined ? null : jsonWithBigints(facts);

const insert = statement(auditInsert(2));

/** Where, when and by whom a change is made. */
export type Recorder = Pick<TransactionContext, 'db' | 'clock' | 'actor'>;

/** Adds the change to the audit trail. */
export async function recordChange(
  { db, clock, actor }: Recorder,
  accountId: string,
  change: Change,
): Promise<void> {
  await db.rows(insert, [accountId, ...auditValues(actor, clock(), change)]);
}

/** Records only the fields that changed, and nothing if none did: then it returns false. */
export async function recordDifference(
  context: Recorder,
  accountId: string,
  change: Change & { readonly before: Facts; readonly after: Facts },
): Promise<boolean> {
  const changed = difference(change.before, change.after);
  if (changed) await recordChange(context, accountId, { ...change, ...changed });
  return changed !== undefined;
}

export type AuditedAccountChange = Change & { readonly accountId: string };

const insertAll = crossAccountStatement(
  'work on a batch of accounts records all its changes in one statement',
  `insert into audit_entries (${entryColumns})
   select account_id, id, $9, $7, $8, action, subject_id, before, after
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::jsonb[], $6::jsonb[])
     as changes (account_id, id, action, subject_id, before, after)`,
  {
    distributed: `insert into audit_entries (${entryColumns})
      select account_states.account_id, id, $9, $7, $8, action, subject_id, before, after
      ${unnestOnShard('$1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::jsonb[], $6::jsonb[]', 'id, action, subject_id, before, after')}`,
  },
);

/** Records changes to several accounts in one statement. */
export async function recordChanges(
  recorder: Recorder,
  changes: readonly AuditedAccountChange[],
): Promise<void> {
  const { db, clock, actor } = recorder;
  const at = clock();
  if (db.layout === 'distributed' && changes.some(({ accountId }) => accountId === installationAccountId)) {
    // The installation is no account, so its entries are not next to a row of account_states.
    for (const { accountId, ...change } of changes) await recordChange(recorder, accountId, change);
    return;
  }
  await db.rows(insertAll, [
    changes.map(({ accountId }) => accountId),
    changes.map(() => idAt(at)),
    changes.map(({ action }) => action),
    changes.map(({ subjectId }) => subjectId),
    changes.map(({ before }) => jsonOf(before)),
    changes.map(({ after }) => jsonOf(after)),
    actor.kind,
    actor.id,
    at,
  ]);
}

export interface AuditEntry {
  readonly accountId: string;
  readonly id: string;
  readonly at: Date;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectId: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

export interface AuditFilter {
  readonly accountId: string | undefined;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
  /** Only entries that follow this one in the list. */
  readonly after?: PageKey | undefined;
  readonly limit: number;
}

const selectOfAccount = statement<AuditEntry>(`
  select ${entryColumns} from audit_entries where account_id = $1 and at >= $2 and (at, id) < ($3, $4)
  order by at desc, id desc limit $5`);

const selectOfAll = crossAccountStatement<AuditEntry>(
  'the operator reads the audit trail of all accounts',
  `select ${entryColumns} from audit_entries where at >= $1 and at <= $2 and (at, id) < ($2, $3)
   order by at desc, id desc limit $4`,
);

/** Newest first. */
export const listAuditEntries = (db: Database, filter: AuditFilter): Promise<AuditEntry[]> => {
  const { accountId, from, limit } = filter;
  const end = endOf(filter);
  return accountId === undefined
    ? listOfAll(db, from, end, limit)
    : db.rows(selectOfAccount, [accountId, from, end.at, end.id, limit]);
};

/** Exclusive upper bound of the entries, by time and ID. */
interface End {
  readonly at: Date;
  readonly id: string;
}

const firstOf = (at: Date): End => ({ at, id: lowestId });

function endOf({ until, after }: AuditFilter): End {
  const at = after && new Date(after.sort);
  return after && at && at < until ? { at, id: after.id } : firstOf(until);
}

const firstWindowMs = 60_000;
const growth = 8;

/**
 * No index returns the entries of all accounts in order, so each query reads and sorts a whole window of time: a short one
 * first, then longer and longer ones before it, until there are enough entries. This finds the newest of millions of entries
 * without reading the rest.
 */
async function listOfAll(db: Database, from: Date, before: End, limit: number): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let end = before;
  for (let ms = firstWindowMs; end.at >= from && entries.length < limit; ms *= growth) {
    const begin = new Date(Math.max(from.getTime(), end.at.getTime() - ms));
    entries.push(...(await db.rows(selectOfAll, [begin, end.at, end.id, limit - entries.length])));
    if (begin <= from) break;
    end = firstOf(begin);
  }
  return entries;
}
