import type { TransactionContext } from '../../database/context.js';
import { lockRoomInSandbox } from '../../database/lock-sandbox.js';
import { acrossAccounts } from '../../database/statement.js';
import { invalid } from '../../platform/errors.js';

/** A sandbox is for trying things: an advance does every day of all of them. */
export const maxAccountsInSandbox = 200;

const count = acrossAccounts<{ accounts: number }>(
  'a sandbox is a schema of its own, with the accounts of one owner',
  'select count(*) as accounts from accounts',
);

/** In a sandbox: whether the accounts that it has by now are not too many. */
export async function requireRoomInSandbox({ db, sandbox }: TransactionContext): Promise<void> {
  if (!sandbox) return;
  await lockRoomInSandbox(db);
  const { accounts } = (await db.first(count)) ?? { accounts: 0 };
  if (accounts > maxAccountsInSandbox)
    throw invalid(`A sandbox has at most ${maxAccountsInSandbox} accounts`, {
      code: 'sandbox-accounts',
      params: { max: maxAccountsInSandbox },
    });
}
