import type pg from 'pg';
import type { Database } from './database.js';
import { statement } from './statement.js';

const selectPosition = statement<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');

/** The position in the log up to which everything acknowledged so far is written. */
export const currentPosition = async (db: Database): Promise<string> =>
  (await db.first(selectPosition))?.position ?? '0/0';

/** Whether a server has everything up to this position. A former replica that was promoted accepts writes itself. */
export async function hasReplayed(
  client: pg.ClientBase,
  position: string,
  timeoutMs: number,
): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>({
    text: `select not pg_is_in_recovery() or coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has`,
    values: [position],
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
  return rows[0]?.has ?? false;
}
