import type pg from 'pg';
import { unavailable } from '../platform/errors.js';
import type { Database } from './database.js';
import { currentTimeline } from './server-state-store.js';
import { statement } from './statement.js';

/** A position in the write-ahead log. Positions of different timelines cannot be compared. */
export interface WalPosition {
  readonly timeline: number;
  readonly lsn: string;
}

const selectPosition = statement<WalPosition>(
  `select ${currentTimeline} as timeline, pg_current_wal_flush_lsn()::text as lsn`,
);

/** The position in the log of the primary up to which everything acknowledged so far is written. */
export async function currentPosition(db: Database): Promise<WalPosition> {
  const position = await db.first(selectPosition);
  if (!position) throw unavailable('The primary did not report its position in the log');
  return position;
}

/**
 * `unconfirmed`: a standby has reached the position, but may still follow a former primary, and be ahead of the new one. Its
 * checkpoints tell the timeline without further rights, although some minutes late.
 */
export type ReplayState = 'up to date' | 'unconfirmed' | 'behind' | 'other timeline';

/** Whether a server has everything up to this position. A former standby that was promoted accepts writes itself. */
export async function replayState(
  client: pg.ClientBase,
  { timeline, lsn }: WalPosition,
  timeoutMs: number,
): Promise<ReplayState> {
  const { rows } = await client.query<{ standby: boolean; timeline: number; has: boolean }>({
    text: `select pg_is_in_recovery() as standby,
        case when pg_is_in_recovery()
          then (select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery())
          else ${currentTimeline} end as timeline,
        case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)
          else pg_current_wal_flush_lsn() >= $1::pg_lsn end as has`,
    values: [lsn],
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
  const [replica] = rows;
  const follows = replica?.timeline === timeline;
  if (replica?.standby === false && !follows) return 'other timeline';
  if (replica?.has !== true) return 'behind';
  return follows ? 'up to date' : 'unconfirmed';
}
