import { recordChange } from '../audit/audit-store.js';
import { statusChange } from '../audit/audited-fields.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { accountEvent, type Account, type AccountId } from './account.js';
import { setAccountStatus } from './account-store.js';

/** Does nothing if the account already has that status. */
export const changeAccountStatus = (
  context: Context,
  id: AccountId,
  status: Account['status'],
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const account = await setAccountStatus(tx.db, id, status, tx.clock());
    if (!account) return;
    await recordChange(tx, id, { subjectId: id, ...statusChange('account', status) });
    const type = status === 'active' ? 'account.activated' : 'account.deactivated';
    await recordEvents(tx, id, accountEvent(type, account));
  });
