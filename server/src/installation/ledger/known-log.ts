import type { Context } from '../../database/context.js';
import { readSignedTrees } from '../../features/log/signed-tree.js';
import type { KnownLog } from './log-checks.js';

/** To be read before the snapshot begins: then whatever was signed until now is in it. */
export async function knownLog({ transparency }: Pick<Context, 'transparency'>): Promise<KnownLog> {
  return {
    signedTrees: await readSignedTrees(transparency.signedTreePath),
    publicKeys: async () => [(await transparency.signer()).key.publicKey],
  };
}
