import type { AccountId } from '../accounts/account.js';
import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Locale } from '../../messages/locales.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { lockUser, updateUser, type User } from './user-store.js';

const changeableFacts = auditedFields('locale', 'isOperator');

export interface UserChanges {
  readonly locale?: Locale;
  readonly isOperator?: boolean;
}

/** Fields that are not given stay unchanged. */
export const changeUser = (
  context: Context,
  account: AccountId,
  id: string,
  changes: UserChanges,
): Promise<User> =>
  inTransaction(context, async (tx) => {
    const user = await lockUser(tx.db, account, id);
    if (!user) throw missing('There is no such user');
    const changed = await updateUser(tx.db, { ...user, ...changes });
    await recordDifference(tx, account, {
      action: 'user.update',
      subjectId: id,
      before: changeableFacts(user),
      after: changeableFacts(changed),
    });
    return changed;
  });
