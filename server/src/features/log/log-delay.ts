import type { Database } from '../../database/database.js';
import { minuteMs } from '../../platform/time/durations.js';
import { methodologyLogSource } from '../methodologies/methodology-log-source.js';
import { logSources } from './log-sources.js';
import { lastLogRun, readLogTrouble } from './log-trouble-store.js';

/** Entering takes seconds. */
export const maxDelayMs = 5 * minuteMs;

export interface LogDelay {
  /** When everything was entered the last time. Null: never. */
  readonly passedAt: Date | null;
}

/** Undefined: everything is entered in time, or nobody has had the time yet. */
export async function findLogDelay(db: Database, now: Date): Promise<LogDelay | undefined> {
  const { passedAt, restored } = await lastLogRun(db);
  const before = new Date(now.getTime() - maxDelayMs);
  // Rows of a backup may be old, and so may what was entered last then.
  if (passedAt ? passedAt > before : restored) return undefined;
  // A new installation has a methodology before it has a worker.
  const sources = passedAt ? logSources : logSources.filter((source) => source !== methodologyLogSource);
  for (const { missing } of sources) if ((await missing(db, before, 1)).length > 0) return { passedAt };
  return undefined;
}

/** Nothing is entered or signed, because of an error or because no process does it. */
export const isLogHalted = async (db: Database, now: Date): Promise<boolean> =>
  (await readLogTrouble(db)).trouble !== null || (await findLogDelay(db, now)) !== undefined;
