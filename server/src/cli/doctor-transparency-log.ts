import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { newestCheckpoint, readLogState } from '../features/log/log-store.js';
import { findLogDelay } from '../features/log/log-delay.js';
import { originOf } from '../features/log/log-name.js';
import { isSigningHistoryKnown } from '../features/log/signing-history.js';
import { readSignedTrees } from '../features/log/signed-tree.js';
import { readLogTrouble } from '../features/log/log-trouble-store.js';
import { formatTimestamp } from '../platform/time/timestamps.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, type Finding } from './doctor-finding.js';

/** Whether the transparency log is entered and signed. `--ledger` compares it with the tables. */
export async function checkTransparencyLog(
  { context: { db, clock, transparency }, pool }: Instance,
  advice: Advice,
): Promise<Finding> {
  if ((await pendingMigrations(pool)).length > 0) return success('none: the schema is not up to date');
  const { trouble, troubleSince } = await readLogTrouble(db);
  if (trouble !== null)
    return failure(
      `not signed since ${troubleSince ? formatTimestamp(troubleSince) : 'some time'}. ${trouble}. Certificates are issued, and wait to be entered`,
      advice.logHalted,
    );
  const delay = await findLogDelay(db, clock());
  if (delay)
    return failure(
      `no worker has entered anything ${delay.passedAt ? `since ${formatTimestamp(delay.passedAt)}` : 'yet'}, and certificates or credits wait`,
      advice.logWaits,
    );
  const { size } = await readLogState(db);
  const newest = await newestCheckpoint(db);
  const signed = `${newest?.size ?? 0} of ${size} entries are signed`;
  const { signedTreePath: file } = transparency;
  if (
    !newest ||
    isSigningHistoryKnown({ trees: await readSignedTrees(file), isKept: true }, originOf(newest.note), newest)
  )
    return success(signed);
  return success(`${signed}; ${file} does not say so, and nothing is signed with this data directory`);
}
