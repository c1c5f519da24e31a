import { formatVerifierKey } from '@regrove/verify';
import { readKnownKeys } from '../../features/log/known-keys.js';
import { readCosignedTrees } from '../../features/log/witnessing/cosigned-tree.js';
import { readSignedTrees, treeToContinue } from '../../features/log/signed-tree.js';
import type { Context } from '../../database/context.js';
import type { KnownLog } from './log-checks.js';

/** To be read before the snapshot begins: then whatever was signed until now is in it. */
export async function knownLog({
  transparency,
  clock,
}: Pick<Context, 'transparency' | 'clock'>): Promise<KnownLog> {
  const { signedTreePath, cosignedTreesPath, witnessedLogs } = transparency;
  const trees = await readSignedTrees(signedTreePath);
  return {
    now: clock(),
    signedTree:
      trees.length === 0 ? undefined : treeToContinue(trees, (await transparency.signer()).key.name),
    keys: (await readKnownKeys(transparency.knownKeysPath)) ?? [],
    cosignedTrees: witnessedLogs && {
      keys: witnessedLogs,
      trees: await readCosignedTrees(
        cosignedTreesPath,
        witnessedLogs.map(({ name }) => name),
      ),
    },
    ownKey: async () => formatVerifierKey((await transparency.signer()).key),
  };
}
