import { formatVerifierKey } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { recordChange, installationAccountId } from '../audit/audit-store.js';
import { newestSigned, waitForLog } from './log-store.js';
import { originOf } from './log-name.js';
import { readSignedTrees } from './signed-tree.js';
import { signCheckpoint } from './sign-checkpoint.js';

export interface RotatedKey {
  /** Verifier keys. */
  readonly before: string;
  readonly after: string;
}

/**
 * Replaces the key that signs the log, and signs the newest checkpoint with the new one, too. If it is interrupted after the
 * replacement, whatever process signs next does that.
 */
export async function rotateLogKey(context: Context): Promise<RotatedKey> {
  const { replaceKey } = context.transparency;
  if (!replaceKey)
    throw new Error(
      'The key of the log is set by REGROVE_LOG_KEY: set that to another key (openssl rand -base64 32) on every server and restart them. ' +
        'The former key stays in the list of keys, and the newest checkpoint gets the signature of the new one, too.',
    );
  const keys = await inTransaction(context, async (tx) => {
    // Nobody signs with the former key after this.
    const { size } = await waitForLog(tx.db);
    await requireName(tx);
    await requireStoredSignature(tx, size);
    const before = await keyOf(tx);
    await replaceKey();
    const after = await keyOf(tx);
    await recordChange(tx, installationAccountId, {
      action: 'log_key.replace',
      subjectId: null,
      before: { key: before },
      after: { key: after },
    });
    return { before, after };
  });
  await signCheckpoint(context);
  return keys;
}

/** A command may lack the settings of the servers. */
async function requireName({ db, transparency }: Context): Promise<void> {
  const newest = await newestSigned(db);
  const { name } = (await transparency.signer()).key;
  if (newest && originOf(newest.note) !== name)
    throw new Error(
      `The log is called ${originOf(newest.note)}, and this command would sign it as ${name}: ` +
        'run it with the REGROVE_LOG_ORIGIN or REGROVE_BASE_URL of the servers',
    );
}

/** The new key is introduced with what the former one has signed last, so that must not have been lost in a crash. */
async function requireStoredSignature({ db, transparency }: Context, logSize: number): Promise<void> {
  const { name } = (await transparency.signer()).key;
  const signed = (await readSignedTrees(transparency.signedTreePath)).find(({ origin }) => origin === name);
  const newest = await newestSigned(db);
  // A log that has fewer entries than were signed has to be repaired first, and may need another key for that.
  if (signed && signed.size <= logSize && signed.size > (newest?.size ?? 0))
    throw new Error('The last checkpoint is about to be signed again: repeat this in a few seconds');
}

const keyOf = async ({ transparency }: Context): Promise<string> =>
  formatVerifierKey((await transparency.signer()).key);
