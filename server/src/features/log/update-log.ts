import type { Context } from '../../database/context.js';
import { isRetryable } from '../../database/failures.js';
import { isUnavailable, messageWithCauses } from '../../platform/errors.js';
import type { LogSigner } from '../../platform/secrets/log-signer.js';
import { appendPendingEntries } from './append-pending-entries.js';
import { directoryId } from './directory-id.js';
import { clearLogTrouble, disputeLog, recordLogRun, noteLogTrouble } from './log-trouble-store.js';
import { LogForkError } from './same-history.js';
import { signCheckpoint } from './sign-checkpoint.js';

/** What each process has reported, and has not seen end. */
const reported = new WeakMap<LogSigner, string>();

/** Enters what is not in the transparency log yet, and signs it. */
export async function updateLog(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log, transparency } = context;
  const begun = clock();
  try {
    const isEntered = await appendPendingEntries(context, stopping);
    if (isEntered) await recordLogRun(db, begun);
    const isSigned = await signCheckpoint(context);
    // Whoever was not let in knows nothing about what another process has noted.
    if (!isEntered || !isSigned) return;
    await clearLogTrouble(db);
    reported.delete(transparency);
  } catch (error) {
    // It may work the next time. If it does not for long, `doctor` sees that nothing is entered.
    if (isUnavailable(error) || isRetryable(error)) throw error;
    const trouble = messageWithCauses(error);
    if (error instanceof LogForkError && error.signed)
      await disputeLog(db, error.signed, await directoryId(transparency.directoryIdPath));
    await noteLogTrouble(db, trouble, begun);
    // It stays so until the operator acts. Saying it every few seconds would bury all else.
    if (reported.get(transparency) === trouble) return;
    reported.set(transparency, trouble);
    log.error({ err: error, job: 'enter-log' }, 'the transparency log is not signed any more');
  }
}
