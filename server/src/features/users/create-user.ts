import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { defaultLocale, type Locale } from '../../messages/locales.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation } from '../../database/failures.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { defaultPermission, type Permission } from './permission.js';
import { inviteUser } from './sign-in-link.js';
import { insertUser, userFacts, type User } from './user-store.js';

export interface NewUserInput {
  readonly email: string;
  readonly fullName?: string | null | undefined;
  readonly locale?: Locale | null | undefined;
  readonly permission?: Permission | null | undefined;
}

export const createUser = (context: Context, account: AccountId, input: NewUserInput): Promise<User> =>
  inTransaction(context, async (tx) => {
    const user = await mapUniqueViolation(
      {
        users_email: {
          message: 'email already belongs to a user of this account',
          reason: { code: 'email-taken', field: 'email' },
        },
      },
      () =>
        insertUser(tx.db, account, {
          id: newId(),
          email: input.email,
          fullName: input.fullName ?? null,
          locale: input.locale ?? defaultLocale,
          permission: input.permission ?? defaultPermission,
          createdAt: tx.clock(),
        }),
    );
    await recordChange(tx, account, { action: 'user.create', subjectId: user.id, after: userFacts(user) });
    await inviteUser(tx, user);
    return user;
  });
