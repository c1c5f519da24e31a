import type { TransactionContext } from '../../database/context.js';
import { lockSandboxQuota } from '../../database/sandbox-quota-store.js';
import { invalid } from '../../platform/errors.js';
import { countAccountsOfSandbox } from './sandbox-account-store.js';

/** A sandbox is for trying things: an advance does every day of all of them. */
export const maxAccountsInSandbox = 200;

/** In a sandbox: whether the accounts that it has by now are not too many. */
export async function requireSandboxAccountQuota({ db, sandbox }: TransactionContext): Promise<void> {
  if (!sandbox) return;
  await lockSandboxQuota(db);
  const accounts = await countAccountsOfSandbox(db);
  if (accounts > maxAccountsInSandbox)
    throw invalid(`A sandbox has at most ${maxAccountsInSandbox} accounts`, {
      code: 'sandbox-accounts',
      params: { max: maxAccountsInSandbox },
    });
}
