import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import { isoDay } from '../platform/months.js';

const close = statement<{ month: string }>(`
  insert into month_ends (month, closed_at) values ($1, $2)
  on conflict (month) do update set closed_at = excluded.closed_at where month_ends.closed_at is null
  returning month`);

/** True for the one who closes it first. */
export const markClosed = async (db: Database, month: Date, now: Date): Promise<boolean> =>
  (await db.first(close, [isoDay(month), now])) !== undefined;
