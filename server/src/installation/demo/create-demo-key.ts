import type { Account } from '../../features/accounts/account.js';
import { createKey } from '../../features/keys/create-key.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import { findDemoDistributor } from './demo-store.js';

export interface DemoKey {
  readonly id: string;
  readonly key: string;
  readonly account: Pick<Account, 'id' | 'name'>;
  readonly revision: string;
}

/** Creates another key for the demo's distributor: the first one is shown once, and only its hash is stored. */
export async function createDemoKey(context: Context): Promise<DemoKey> {
  const account = await findDemoDistributor(context.db);
  if (!account) throw missing('There is no demo in this installation');
  const { id, key } = await createKey(context, account.id, { name: 'demo', revision: defaultRevision });
  return { id, key, account, revision: defaultRevision };
}
