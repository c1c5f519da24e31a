import type pg from 'pg';
import { unavailable } from '../platform/errors.js';
import type { Database } from './database.js';
import { currentTimeline } from './server-state-store.js';
import { statement } from './statement.js';

/** A position in the write-ahead log. Positions of different timelines cannot be compared. */
export interface LogPosition {
  readonly timeline: number;
  readonly lsn: string;
}

const selectPosition = statement<LogPosition>(
  `select ${currentTimeline} as timeline, pg_current_wal_flush_lsn()::text as lsn`,
);

/** The position in the log of the primary up to which everything acknowledged so far is written. */
export async function currentPosition(db: Database): Promise<LogPosition> {
  const position = await db.first(selectPosition);
  if (!position) throw unavailable('The primary does not tell its position in the log');
  return position;
}

/** Whether a server has everything up to this position, or does not follow the primary, for example a former one. */
export async function replayState(
  client: pg.ClientBase,
  { timeline, lsn }: LogPosition,
  timeoutMs: number,
): Promise<'up to date' | 'behind' | 'other timeline'> {
  // A standby that still follows a former primary may be ahead of the new one. Its last checkpoint tells the timeline without
  // further rights, although some minutes late. A former standby that was promoted accepts writes itself.
  const { rows } = await client.query<{ timeline: number; has: boolean }>({
    text: `select case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint()) else ${currentTimeline} end as timeline,
        case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)
          else pg_current_wal_flush_lsn() >= $1::pg_lsn end as has`,
    values: [lsn],
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
  const [replica] = rows;
  if (replica?.timeline !== timeline) return 'other timeline';
  return replica.has ? 'up to date' : 'behind';
}
