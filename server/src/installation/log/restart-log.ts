import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid } from '../../platform/errors.js';
import type { Signer } from '../../platform/tlog/sign.js';
import { recordChange, installationAccountId } from '../../features/audit/audit-store.js';
import {
  newestSigned,
  removeLargerCheckpoints,
  waitForLog,
  type LockedLog,
  type StoredCheckpoint,
} from '../../features/log/log-store.js';
import {
  clearLogTrouble,
  clearRestored,
  readLogTrouble,
  clearLogDispute,
} from '../../features/log/log-trouble-store.js';
import { originOf } from '../../features/log/log-name.js';
import { requireStoredTree } from '../../features/log/same-history.js';
import { signTree } from '../../features/log/sign-checkpoint.js';
import { readSigningHistory } from '../../features/log/signing-history.js';
import { learnSignedTree, type SignedTree } from '../../features/log/signed-tree.js';
import { logNameUsedError, signedSoFar } from './join-log.js';

export interface RestartedLog {
  readonly origin: string;
  readonly size: number;
  /** The last that was signed from here under the former name, as far as is known. */
  readonly former: SignedTree | undefined;
  /** It was restarted from another machine before: only this data directory has learnt of it. */
  readonly isJoined: boolean;
}

/**
 * Continues with the entries that the database has as a new log, with a new name. For a log that cannot be continued because the
 * database has lost what was signed: under the old name, that would be a fork. Also for one that is to be renamed.
 */
export async function restartLog(context: Context, origin: string): Promise<RestartedLog> {
  const { transparency } = context;
  const signer = await requireSigner(context, origin);
  const { tree, trees, isJoined } = await inTransaction(context, async (tx) => {
    const state = await waitForLog(tx.db);
    const memory = await readSigningHistory(tx.db, transparency);
    const { trees } = memory;
    await requireStoredTree(tx.db, state);
    const newest = await newestSigned(tx.db);
    const isCalledSo = newest !== undefined && originOf(newest.note) === origin;
    if (isCalledSo && !state.restored) {
      const signed = await signedSoFar(tx.db, { state, newest, signer, memory });
      return { tree: signed, trees, isJoined: true };
    }
    if (isCalledSo || trees.some((one) => one.origin === origin)) throw logNameUsedError(origin);
    await switchLog(tx, signer, { state, newest, former: trees.at(-1) });
    return { tree: { origin, size: state.size, root: state.root }, trees, isJoined: false };
  });
  // Only now: if this fails, the command can be repeated.
  await inTransaction(context, async ({ db }) => {
    await waitForLog(db);
    await learnSignedTree(transparency.signedTreePath, tree);
  });
  const former = trees.filter((one) => one.origin !== origin).at(-1);
  return { origin, size: tree.size, former, isJoined };
}

async function requireSigner(
  { transparency }: Pick<Context, 'transparency'>,
  origin: string,
): Promise<Signer> {
  const signer = await transparency.signer();
  if (signer.key.name !== origin)
    throw invalid(
      `The settings say that the log is called ${signer.key.name}: first set REGROVE_LOG_ORIGIN=${origin} for all servers and workers`,
    );
  return signer;
}

interface Switch {
  readonly state: LockedLog;
  readonly newest: StoredCheckpoint | undefined;
  readonly former: SignedTree | undefined;
}

/** Signs it at once, so that every process sees which name it has. */
async function switchLog(
  tx: TransactionContext,
  signer: Signer,
  { state, newest, former }: Switch,
): Promise<void> {
  const { db } = tx;
  const { size, root } = state;
  const { trouble } = await readLogTrouble(db);
  if (trouble === null && !state.restored && !newest)
    throw invalid('Nothing is wrong with the log, and it has no other name');
  await clearRestored(db);
  await clearLogDispute(db);
  await clearLogTrouble(db);
  await removeLargerCheckpoints(db, size);
  if (size > 0) await signTree(tx, state, signer);
  await recordChange(tx, installationAccountId, {
    action: 'log.restart',
    subjectId: null,
    before: {
      signed: former
        ? { origin: former.origin, size: former.size, root: former.root.toString('base64') }
        : null,
      checkpoint: newest?.note ?? null,
    },
    after: { origin: signer.key.name, size, root: root.toString('base64') },
  });
}
