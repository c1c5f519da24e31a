import type { AccountId } from '../accounts/account.js';
import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { MailTopic } from '../mail/mail-topics.js';
import type { Locale } from '../../messages/locales.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { requireAnotherFullUser } from './require-another-full-user.js';
import type { Permission } from './permission.js';
import { lockUser, updateUser, type User } from './user-store.js';

const changeableFacts = auditedFields('fullName', 'locale', 'permission', 'isOperator', 'mutedMails');

export interface UserChanges {
  readonly fullName?: string | null | undefined;
  readonly locale?: Locale | undefined;
  readonly permission?: Permission | undefined;
  readonly isOperator?: boolean | undefined;
  readonly mutedMails?: readonly MailTopic[] | undefined;
}

/** Fields that are not given stay unchanged. */
export const changeUser = (
  context: Context,
  account: AccountId,
  id: string,
  changes: UserChanges,
): Promise<User> =>
  inTransaction(context, async (tx) => {
    if (changes.permission === 'restricted') await requireAnotherFullUser(tx, account, id);
    const user = await lockUser(tx.db, account, id);
    if (!user) throw missing('There is no such user');
    const { fullName = user.fullName, locale = user.locale } = changes;
    const { permission = user.permission, isOperator = user.isOperator } = changes;
    const { mutedMails = user.mutedMails } = changes;
    const next = { ...user, fullName, locale, permission, isOperator, mutedMails };
    const changed = await updateUser(tx.db, next);
    await recordDifference(tx, account, {
      action: 'user.update',
      subjectId: id,
      before: changeableFacts(user),
      after: changeableFacts(changed),
    });
    return changed;
  });
