import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { newestCheckpoint, readLogState } from '../features/log/log-store.js';
import { readLogTrouble } from '../features/log/log-trouble-store.js';
import { formatTimestamp } from '../platform/time/timestamps.js';
import { describeWitnesses } from './doctor-witnesses.js';

/**
 * Whether the transparency log is entered, signed and cosigned, and what this installation has seen as a witness of others. `--ledger`
 * compares it with the tables.
 */
export async function checkLog({ context, pool }: Instance): Promise<string> {
  if ((await pendingMigrations(pool)).length > 0) return 'unknown until the schema is up to date';
  const { db } = context;
  const { trouble, troubleSince } = await readLogTrouble(db);
  const witnesses = await describeWitnesses(context);
  const problems = [
    ...(trouble === null
      ? []
      : [
          `not signed since ${troubleSince ? formatTimestamp(troubleSince) : 'some time'}. ${trouble}. Certificates are issued, and wait to be entered`,
        ]),
    ...witnesses.problems,
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
  const { size } = await readLogState(db);
  const signed = (await newestCheckpoint(db))?.size ?? 0;
  return `${signed} of ${size} entries are signed; ${witnesses.text}`;
}
