import { parseVerifierKey } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { listUsedKeys } from '../../features/log/log-key-store.js';
import { readSignedTrees, treeToContinue } from '../../features/log/signed-tree.js';
import type { KnownLog } from './log-checks.js';

/** To be read before the snapshot begins: then whatever was signed until now is in it. */
export async function knownLog({
  db,
  transparency,
  clock,
}: Pick<Context, 'db' | 'transparency' | 'clock'>): Promise<KnownLog> {
  const trees = await readSignedTrees(transparency.signedTreePath);
  return {
    now: clock(),
    signedTree:
      trees.length === 0 ? undefined : treeToContinue(trees, (await transparency.signer()).key.name),
    publicKeys: async () => [
      (await transparency.signer()).key.publicKey,
      // Earlier checkpoints keep the signature of the key of their time.
      ...(await Promise.all(
        (await listUsedKeys(db)).map(async ({ key }) => (await parseVerifierKey(key)).publicKey),
      )),
    ],
  };
}
