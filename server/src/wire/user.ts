import { Type, type Static } from '@sinclair/typebox';
import { defaultLocale, locales } from '../messages/locales.js';
import type { User as UserRow } from '../features/users/user-store.js';
import { Body, Email, Id, Line, Nullable, OneOf, Optional, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const User = Type.Object(
  {
    id: Id,
    account_id: Id,
    full_name: Nullable(Type.String()),
    email: Type.String(),
    locale: Type.String(),
    created_at: Timestamp,
  },
  { title: 'User' },
);

export const NewUser = Body('NewUser', {
  email: Email,
  full_name: Optional(Line(255)),
  locale: Optional({ ...OneOf(locales), default: defaultLocale }),
});

export const presentUser = (user: UserRow): Static<typeof User> => ({
  id: user.id,
  account_id: user.accountId,
  full_name: user.fullName,
  email: user.email,
  locale: user.locale,
  created_at: formatTimestamp(user.createdAt),
});
