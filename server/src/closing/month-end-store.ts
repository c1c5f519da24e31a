import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import { isoDay } from '../platform/months.js';

const close = statement<{ month: string }>(`
  insert into month_ends (month, closed_at) values ($1, $2)
  on conflict (month) do update set closed_at = excluded.closed_at where month_ends.closed_at is null
  returning month`);

/** False when it is closed already. */
export const markClosed = async (db: Database, month: Date, now: Date): Promise<boolean> =>
  (await db.first(close, [isoDay(month), now])) !== undefined;

const reopen = statement('update month_ends set closed_at = null where month = $1');

/** For accounts that turned up after it was closed. */
export async function markOpen(db: Database, month: Date): Promise<void> {
  await db.rows(reopen, [isoDay(month)]);
}
