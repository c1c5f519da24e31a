import type { AccountId } from '../accounts/account.js';
import {
  auditInsert,
  auditInsertAll,
  auditInsertAllStep,
  auditOfBatch,
  auditSource,
  auditValuesOfAll,
  recordChanges,
} from '../audit/audit-store.js';
import {
  hasListenerSql,
  eventInsert,
  eventStep,
  findEventMetadata,
  recordEvents,
  sequenceOf,
} from '../events/event-store.js';
import { batchedWrite } from '../../database/batched-write.js';
import { alignByNumber, leftOut, type NumberedRow, type AccountInput } from '../../database/batcher.js';
import { columnParameters } from '../../database/column-parameters.js';
import type { TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { decimal } from '../../platform/decimals.js';
import {
  depositColumns,
  depositEvent,
  depositFacts,
  depositValues,
  eventValues,
  newDeposit,
  type Deposit,
  type NewDeposit,
} from './deposit-store.js';

const createdEntry = auditSource(newDeposit.next, 'after');

/**
 * The most frequent event is only written if somebody listens. Otherwise the entry in the audit trail is the event: it has the same
 * facts, and then a sequence number.
 */
const unlessListened = (sequence: string): string => `case when has_listener then null else ${sequence} end`;

// The insert itself checks the account's state and holds a shared lock on it until it commits. A deactivation waits for deposits in
// progress, so no deposit appears after it has returned.
const insertOne = statement<Deposit>(
  `
  with created as (
    insert into deposits (account_id, ${newDeposit.names})
    select $1, ${newDeposit.parameters} from account_states
    where account_states.account_id = $1 and status = 'active' for share of account_states
    returning ${depositColumns}
  ), heard as (
    select ${hasListenerSql(createdEntry)} as has_listener from created
  ), audited as (${auditInsert(newDeposit.next, 'heard', unlessListened(sequenceOf(createdEntry)))}
  ), event as (${eventInsert('deposit.created', { ...createdEntry, hasListener: 'has_listener' }, 'from heard where has_listener')})
  select ${depositColumns} from created`,
  {
    distributed: [
      `insert into deposits as made (account_id, ${newDeposit.names})
       select account_states.account_id, ${newDeposit.parameters} from account_states
       where account_states.account_id = $1 and status = 'active' for share of account_states
       returning ${depositColumns}`,
      auditInsert(newDeposit.next),
      eventStep('deposit.created', createdEntry),
    ],
  },
);

const insertSeveral = statement<Deposit>(
  `
  with created as (
    insert into deposits (account_id, ${newDeposit.names})
    select $1, one.* from account_states, unnest(${newDeposit.lists}) as one
    where account_states.account_id = $1 and status = 'active' for share of account_states
    returning ${depositColumns}
  ), audited as (${auditInsertAll(newDeposit.next, 'created')})
  select ${depositColumns} from created`,
  {
    distributed: [
      `insert into deposits as made (account_id, ${newDeposit.names})
       select account_states.account_id, one.* from account_states, unnest(${newDeposit.lists}) as one
       where account_states.account_id = $1 and status = 'active' for share of account_states
       returning ${depositColumns}`,
      auditInsertAllStep(newDeposit.next),
    ],
  },
);

/** Returns none if the account is inactive. */
export async function insertDeposits(
  tx: TransactionContext,
  account: AccountId,
  deposits: readonly NewDeposit[],
): Promise<Deposit[]> {
  const made = await tx.db.rows(insertSeveral, [account, ...listsOf(deposits)]);
  if (made.length > 0)
    await recordEvents(tx, account, ...deposits.map((one) => depositEvent('deposit.created', one)));
  return made;
}

/** Values of the rows and of their audit entries. */
const listsOf = (deposits: readonly NewDeposit[]): unknown[] => [
  ...newDeposit.listsOf(deposits),
  ...auditValuesOfAll(
    deposits.map((deposit) => ({
      actor: deposit.actor,
      at: deposit.createdAt,
      action: 'deposit.create',
      subjectId: deposit.id,
      after: depositFacts(deposit),
    })),
  ),
];

const audit = auditOfBatch(newDeposit.next);
const terms = columnParameters(audit.next, { number: 'bigint', hasListener: 'boolean' });
const lists = `$1::uuid[], ${newDeposit.lists}, ${audit.lists}, ${terms.lists}`;
const names = `${newDeposit.names}, ${audit.names}, event_number, event_has_listener`;
const event = { ...audit.source, number: 'event_number', hasListener: 'event_has_listener' };

// Writes concurrent deposits of any accounts. It does not wait for locked accounts: deposits that it leaves out, because the
// account is locked or inactive, are written alone. It returns only positions: nothing in the rows is made by the database.
const insertAcross = crossAccountStatement<NumberedRow>(
  'concurrent deposits are written in one statement, each for its own account',
  `with batch as (
    select * from unnest(${lists}) with ordinality as one (account_id, ${names}, number)
  ), active as (
    select account_id from account_states where account_id in (select account_id from batch) and status = 'active'
    for share skip locked
  ), writable as (
    select *, ${hasListenerSql(event)} as has_listener from batch where account_id in (select account_id from active)
  ), created as (
    insert into deposits (account_id, ${newDeposit.names}) select account_id, ${newDeposit.names} from writable
  ), audited as (${audit.insert('writable', unlessListened(sequenceOf(event)))}
  ), event as (${eventInsert('deposit.created', { ...event, hasListener: 'has_listener' }, 'from writable where has_listener')})
  select number::integer from writable`,
  {
    // Of one account, so either all deposits are written or none.
    distributed: [
      `insert into deposits as made (account_id, ${newDeposit.names})
       select account_states.account_id, ${newDeposit.names} ${unnestOnShard(`$1::uuid[], ${newDeposit.lists}`, newDeposit.names)}
         and status = 'active'
       for share of account_states skip locked returning made.id`,
      audit.step,
      eventStep('deposit.created', event, unnestOnShard(lists, names)),
      'select generate_subscripts($1::uuid[], 1) as number',
    ],
  },
);

const insertEach = crossAccountStatement(
  'an import writes the deposits of several accounts, which it has locked, in one statement',
  `with batch as (
    select * from unnest(${lists}) as one (account_id, ${names})
  ), writable as (
    select *, ${hasListenerSql(event)} as has_listener from batch
  ), created as (
    insert into deposits (account_id, ${newDeposit.names}) select account_id, ${newDeposit.names} from writable
  ), audited as (${audit.insert('writable', unlessListened(sequenceOf(event)))})
  ${eventInsert('deposit.created', { ...event, hasListener: 'has_listener' }, 'from writable where has_listener')}`,
  {
    distributed: [
      `insert into deposits as made (account_id, ${newDeposit.names})
       select account_states.account_id, ${newDeposit.names} ${unnestOnShard(`$1::uuid[], ${newDeposit.lists}`, newDeposit.names)}`,
      audit.step,
      eventStep('deposit.created', event, unnestOnShard(lists, names)),
    ],
  },
);

/** Writes deposits of active accounts that the transaction has locked. */
export async function insertLockedDeposits(
  { db }: TransactionContext,
  items: readonly AccountInput<AccountId, NewDeposit>[],
): Promise<void> {
  if (items.length === 0) return;
  const accounts = items.map(({ account }) => account);
  const events = terms.listsOf(await findEventMetadata(db, accounts));
  await db.rows(insertEach, [accounts, ...listsOf(items.map(({ input }) => input)), ...events]);
}

async function insertTogether(
  db: Database,
  items: readonly AccountInput<AccountId, NewDeposit>[],
): Promise<(Deposit | typeof leftOut)[]> {
  const accounts = items.map(({ account }) => account);
  const values = listsOf(items.map(({ input }) => input));
  const events = terms.listsOf(await findEventMetadata(db, accounts));
  const made = await db.rows(insertAcross, [accounts, ...values, ...events]);
  const isMade = alignByNumber(made, items.length);
  return items.map(({ account, input }, index) => (isMade[index] ? storedDeposit(account, input) : leftOut));
}

/** The deposit as the database returns it. */
const storedDeposit = (
  accountId: AccountId,
  { id, feedId, date, pages, width, length, gsm }: NewDeposit,
): Deposit => ({
  id,
  accountId,
  feedId,
  date,
  pages,
  width: decimal(width).toFixed(),
  length: decimal(length).toFixed(),
  gsm,
});

const insertAlone = async (
  db: Database,
  account: AccountId,
  deposit: NewDeposit,
): Promise<Deposit | undefined> =>
  db.first(insertOne, [
    account,
    ...depositValues(deposit, 'deposit.create'),
    ...(await eventValues(db, account)),
  ]);

/** Undefined if the account is inactive. */
export const insertDeposit = batchedWrite<AccountId, NewDeposit, Deposit | undefined>({
  name: 'deposits',
  writeBatch: insertTogether,
  writeAlone: insertAlone,
});

const add = statement<Deposit>(`
  update deposits set pages = pages + added
  from (select from account_states where account_id = $1 and status = 'active' for share) as active_account,
    unnest($2::uuid[], $3::bigint[]) as more (deposit_id, added)
  where account_id = $1 and id = deposit_id and processed_at is null
  returning ${depositColumns}`);

export interface PageAddition {
  readonly id: string;
  readonly pages: number;
}

/** Adds pages to deposits. Skips those that are deleted or processed, and all of them if the account is inactive. */
export async function addPages(
  tx: TransactionContext,
  account: AccountId,
  additions: readonly PageAddition[],
): Promise<Deposit[]> {
  const changed = await tx.db.rows(add, [
    account,
    additions.map(({ id }) => id),
    additions.map(({ pages }) => pages),
  ]);
  const added = new Map(additions.map(({ id, pages }) => [id, pages]));
  if (changed.length > 0)
    await recordChanges(
      tx,
      changed.map(({ id }) => ({
        accountId: account,
        action: 'deposit.grow',
        subjectId: id,
        after: { pages_added: added.get(id) },
      })),
    );
  return changed;
}
