import { LogError } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { enterPending } from './enter-pending.js';
import { noteLogPass, noteLogTrouble } from './log-trouble-store.js';
import { LogForkError, signCheckpoint } from './sign-checkpoint.js';

/** Enters what is not in the transparency log yet, and signs it. */
export async function keepLog(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  const begun = clock();
  try {
    if (await enterPending(context, stopping)) await noteLogPass(db, begun);
    await signCheckpoint(context);
    await noteLogTrouble(db, null, begun);
  } catch (error) {
    if (!(error instanceof LogForkError || error instanceof LogError)) throw error;
    // It stays so until the operator acts. Saying it every few seconds would bury all else.
    if (await noteLogTrouble(db, error.message, begun))
      log.error({ err: error, job: 'enter-log' }, 'the transparency log is not signed any more');
  }
}
