import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import { auditInsert, auditSource, auditValues } from '../audit/audit-store.js';
import { auditedFields, type Facts } from '../audit/audited-fields.js';
import {
  eventInsert,
  eventStep,
  findEventMetadata,
  recordEvents,
  type NewEvent,
} from '../events/event-store.js';
import type { EventType } from '../events/event-types.js';
import type { Actor } from '../../platform/actor.js';
import type { TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { columnNames, columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { statement } from '../../database/statement.js';
import { batchedFindById, selectByIds } from '../../database/batched-lookups.js';
import type { NumberedRow } from '../../database/batcher.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import {
  rangePageValues,
  selectNewestInRange,
  type DayRange,
  type PageRequest,
} from '../../database/paging.js';

export interface Deposit {
  readonly id: string;
  readonly accountId: AccountId;
  readonly feedId: string | null;
  readonly date: Date;
  readonly pages: Whole;
  readonly width: Decimal;
  readonly length: Decimal;
  readonly gsm: number;
}

const columns = {
  feedId: 'uuid',
  date: 'timestamptz',
  pages: 'bigint',
  width: 'numeric',
  length: 'numeric',
  gsm: 'integer',
} as const satisfies ColumnTypes<keyof Omit<Deposit, 'id' | 'accountId'>>;

export const depositColumns = `id, account_id, ${columnNames(columns)}`;
export const depositFacts = auditedFields('feedId', 'date', 'pages', 'width', 'length', 'gsm');

const select = statement<Deposit & NumberedRow>(selectByIds(depositColumns, 'deposits'));

export const findDeposit: FindInAccount<Deposit> = batchedFindById('deposits by id', select);

const selectPage = statement<Deposit>(selectNewestInRange(depositColumns, 'deposits'));

export const listDeposits = (
  db: Database,
  account: AccountId,
  range: DayRange,
  page: PageRequest,
): Promise<Deposit[]> => db.rows(selectPage, [account, ...rangePageValues(range, page)]);

/** After the account, `$1`. */
export const newDeposit = columnParameters(2, { id: 'uuid', ...columns, createdAt: 'timestamptz' });

const insertRow = `insert into deposits (account_id, ${newDeposit.names}) values ($1, ${newDeposit.parameters})`;

const insert = statement(
  `with created as (${insertRow} returning id) ${auditInsert(newDeposit.next, 'created')}`,
  { distributed: [insertRow, auditInsert(newDeposit.next)] },
);

export const depositEvent = (
  type: Extract<EventType, `deposit.${string}`>,
  deposit: Omit<NewDeposit, 'actor' | 'createdAt'>,
): NewEvent => ({ type, subjectId: deposit.id, facts: depositFacts(deposit) });

export interface NewDeposit extends Omit<Deposit, 'accountId' | 'width' | 'length'> {
  readonly width: Decimal | number;
  readonly length: Decimal | number;
  readonly createdAt: Date;
  readonly actor: Actor;
}

/** Returns pages to an account that had deposited them before, even if it is inactive. */
export async function insertReturnedDeposit(
  tx: TransactionContext,
  account: AccountId,
  deposit: NewDeposit & { readonly returnedFrom: { offsetId: string; month: string } },
): Promise<void> {
  const { offsetId, month } = deposit.returnedFrom;
  await tx.db.rows(insert, [
    account,
    ...depositValues(deposit, 'deposit.return', { biomass_offset_id: offsetId, month }),
  ]);
  await recordEvents(tx, account, depositEvent('deposit.created', deposit));
}

/** Values of a row and of its audit entry. */
export function depositValues(deposit: NewDeposit, action: string, more: Facts = {}): unknown[] {
  const audit = auditValues(deposit.actor, deposit.createdAt, {
    action,
    subjectId: deposit.id,
    after: { ...depositFacts(deposit), ...more },
  });
  return [...newDeposit.valuesOf(deposit), ...audit];
}

const removeRow = `
  delete from deposits where account_id = $1 and id = $2 and processed_at is null returning id`;

/** The terms of the event of a deposit. */
export const eventValues = async (db: Database, account: AccountId): Promise<unknown[]> =>
  (await findEventMetadata(db, [account])).flatMap(({ number, hasListener }) => [number, hasListener]);

const removedEntry = auditSource(3, 'before');

/** The job of a deleted deposit can be imported again, with other figures. */
const freeJob = 'delete from deposit_jobs where account_id = $1 and deposit_id = $2';

const remove = statement<{ id: string }>(
  `with removed as (${removeRow}), freed as (${freeJob} and exists (select from removed)), audited as (${auditInsert(3, 'removed')}),
  event as (${eventInsert('deposit.deleted', removedEntry, 'from removed')})
  select id from removed`,
  { distributed: [removeRow, freeJob, auditInsert(3), eventStep('deposit.deleted', removedEntry)] },
);

/** False if the deposit is already deleted or processed. */
export const deleteUnprocessedDeposit = async (
  db: Database,
  account: AccountId,
  deposit: Deposit,
  by: { actor: Actor; now: Date },
): Promise<boolean> => {
  const { id } = deposit;
  const change = { action: 'deposit.delete', subjectId: id, before: depositFacts(deposit) };
  const audit = auditValues(by.actor, by.now, change);
  const values = [account, id, ...audit, ...(await eventValues(db, account))];
  return (await db.first(remove, values)) !== undefined;
};
