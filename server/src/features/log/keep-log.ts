import type { Context } from '../../database/context.js';
import { isRetryable } from '../../database/failures.js';
import { isUnavailable, messageWithCauses } from '../../platform/errors.js';
import type { LogSigner } from '../../platform/secrets/log-signer.js';
import { enterPending } from './enter-pending.js';
import { noteLogPass, noteLogTrouble } from './log-trouble-store.js';
import { signCheckpoint } from './sign-checkpoint.js';

/** What each process has reported, and has not seen end. */
const reported = new WeakMap<LogSigner, string>();

/** Enters what is not in the transparency log yet, and signs it. */
export async function keepLog(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log, transparency } = context;
  const begun = clock();
  try {
    const isEntered = await enterPending(context, stopping);
    if (isEntered) await noteLogPass(db, begun);
    const isSigned = await signCheckpoint(context);
    // Whoever was not let in knows nothing about what another process has noted.
    if (!isEntered || !isSigned) return;
    await noteLogTrouble(db, null, begun);
    reported.delete(transparency);
  } catch (error) {
    // It may work the next time. If it does not for long, `doctor` sees that nothing is entered.
    if (isUnavailable(error) || isRetryable(error)) throw error;
    const trouble = messageWithCauses(error);
    await noteLogTrouble(db, trouble, begun);
    // It stays so until the operator acts. Saying it every few seconds would bury all else.
    if (reported.get(transparency) === trouble) return;
    reported.set(transparency, trouble);
    log.error({ err: error, job: 'enter-log' }, 'the transparency log is not signed any more');
  }
}
