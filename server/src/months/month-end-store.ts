import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import { isoDay } from '../platform/months.js';

/** What is done once per month; the first time stays. */
const marking = (column: 'closed_at' | 'billed_at'): string => `
  insert into month_ends (month, ${column}) values ($1, $2)
  on conflict (month) do update set ${column} = excluded.${column} where month_ends.${column} is null
  returning month`;

const close = statement<{ month: string }>(marking('closed_at'));

/** False when it is closed already. */
export const markClosed = async (db: Database, month: Date, now: Date): Promise<boolean> =>
  (await db.first(close, [isoDay(month), now])) !== undefined;

const bill = statement<{ month: string }>(marking('billed_at'));

/** False when it was billed before. */
export const markBilled = async (db: Database, month: Date, now: Date): Promise<boolean> =>
  (await db.first(bill, [isoDay(month), now])) !== undefined;

const reopen = statement('update month_ends set closed_at = null where month = $1');

/** For accounts that turned up after it was closed. */
export async function markOpen(db: Database, month: Date): Promise<void> {
  await db.rows(reopen, [isoDay(month)]);
}

const selectClosed = statement<{ closed: boolean }>(
  'select closed_at is not null as closed from month_ends where month = $1',
);

export const isMonthClosed = async (db: Database, month: Date): Promise<boolean> =>
  (await db.first(selectClosed, [isoDay(month)]))?.closed ?? false;

const selectPast = statement<{ past: boolean }>(
  'select exists (select from month_ends where month >= $1 and closed_at is not null) as past',
);

/** Whether it is closed, or a later month is: a close takes all that came before, of whatever month. */
export const isMonthPast = async (db: Database, month: Date): Promise<boolean> =>
  (await db.first(selectPast, [isoDay(month)]))?.past ?? false;
