import { record } from '../audit/audit-store.js';
import { statusChange } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import type { Account, AccountId } from './account.js';
import { setAccountStatus } from './account-store.js';

/** Does nothing if the account already has that status. */
export const changeAccountStatus = (
  context: Context,
  id: AccountId,
  status: Account['status'],
): Promise<void> =>
  inTransaction(context, async (tx) => {
    if (!(await setAccountStatus(tx.db, id, status, tx.clock()))) return;
    await record(tx, id, { subjectId: id, ...statusChange('account', status) });
  });
