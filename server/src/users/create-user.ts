import type { AccountId } from '../accounts/account.js';
import { defaultLocale, type Locale } from '../messages/locales.js';
import type { Context } from '../platform/context.js';
import { explainingTaken } from '../platform/db/failures.js';
import { newId } from '../platform/ids.js';
import { insertUser, type User } from './user-store.js';

export interface NewUserInput {
  readonly email: string;
  readonly fullName?: string | null | undefined;
  readonly locale?: Locale | null | undefined;
}

export const createUser = ({ db, clock }: Context, account: AccountId, input: NewUserInput): Promise<User> =>
  explainingTaken({ users_email: 'email already belongs to a user of this account' }, () =>
    insertUser(db, account, {
      id: newId(),
      email: input.email,
      fullName: input.fullName ?? null,
      locale: input.locale ?? defaultLocale,
      createdAt: clock(),
    }),
  );
