import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid } from '../../platform/errors.js';
import { record, wholeInstallation } from '../../features/audit/audit-store.js';
import { newestCheckpoint, waitForLog, type LogState } from '../../features/log/log-store.js';
import { clearRestored, noteLogTrouble, readLogTrouble } from '../../features/log/log-trouble-store.js';
import { originOf } from '../../features/log/sign-checkpoint.js';
import { readSignedTrees, writeSignedTree, type SignedTree } from '../../features/log/signed-tree.js';

export interface RestartedLog {
  readonly origin: string;
  readonly size: number;
  /** The last that was signed from here under the former name, as far as is known. */
  readonly former: SignedTree | undefined;
}

/**
 * Continues with the entries that the database has as a new log, with a new name. For a log that cannot be continued because the
 * database has lost what was signed: under the old name, that would be a second story.
 */
export async function restartLog(context: Context, origin: string): Promise<RestartedLog> {
  const { signedTreePath } = context.transparency;
  const trees = await readSignedTrees(signedTreePath);
  const former = trees.at(-1);
  await requireNewName(context, origin, trees);
  const state = await inTransaction(context, (tx) => switchLog(tx, origin, former));
  // Only now: if this fails, the command can be repeated.
  await writeSignedTree(signedTreePath, { origin, size: state.size, root: state.root });
  return { origin, size: state.size, former };
}

async function requireNewName(
  { transparency }: Pick<Context, 'transparency'>,
  origin: string,
  trees: readonly SignedTree[],
): Promise<void> {
  const { key } = await transparency.signer();
  if (key.name !== origin)
    throw invalid(
      `The settings say that the log is called ${key.name}: first set REGROVE_LOG_ORIGIN=${origin} for all servers and workers`,
    );
  if (trees.some((tree) => tree.origin === origin))
    throw invalid(`A log was signed under the name ${origin} before: choose another one`);
}

async function switchLog(
  tx: TransactionContext,
  origin: string,
  former: SignedTree | undefined,
): Promise<LogState> {
  const { db } = tx;
  const state = await waitForLog(db);
  const { trouble } = await readLogTrouble(db);
  if (trouble === null && !state.restored)
    throw invalid('Nothing is wrong with the log: it can be continued under its name');
  const newest = await newestCheckpoint(db);
  if (newest && originOf(newest.note) === origin)
    throw invalid(`A log was signed under the name ${origin} before: choose another one`);
  await clearRestored(db);
  await noteLogTrouble(db, null, tx.clock());
  await record(tx, wholeInstallation, {
    action: 'log.restart',
    subjectId: null,
    before: {
      signed: former
        ? { origin: former.origin, size: former.size, root: former.root.toString('base64') }
        : null,
      checkpoint: newest?.note ?? null,
    },
    after: { origin, size: state.size, root: state.root.toString('base64') },
  });
  return state;
}
