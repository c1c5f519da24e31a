import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import { isoDay } from '../platform/months.js';

const close = statement(`
  insert into month_ends (month, closed_at) values ($1, $2)
  on conflict (month) do update set closed_at = excluded.closed_at where month_ends.closed_at is null`);

/** A month that is closed already keeps the time at which it was. */
export async function markClosed(db: Database, month: Date, now: Date): Promise<void> {
  await db.rows(close, [isoDay(month), now]);
}
