import { Type, type Static } from '@sinclair/typebox';
import { defaultLocale, locales } from '../messages/locales.js';
import { defaultPermission, permissions } from '../features/users/permission.js';
import type { User as UserRow } from '../features/users/user-store.js';
import { Body, Email, Field, Id, SingleLineText, Nullable, OneOf, Optional, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const User = Type.Object(
  {
    id: Field('Its id.', Id),
    account_id: Field('The account it belongs to.', Id),
    full_name: Field('The person’s name.', Nullable(Type.String())),
    email: Field('Unique within the account, ignoring case.', Type.String()),
    locale: Field('The language of mails and pages for this user.', Type.String()),
    created_at: Field('When it was created.', Timestamp),
  },
  { title: 'User' },
);

const permissionMeaning =
  'What the user may do in the dashboard: `full` for everything, `restricted` for reading only.';

/** A user with the fields that were asked for. */
export const ExpandedUser = Type.Object(
  {
    ...User.properties,
    permission: Field(
      `${permissionMeaning} Only with \`expand=permission\`.`,
      Type.Optional(OneOf(permissions)),
    ),
  },
  { title: 'ExpandedUser' },
);

export const ExpandUserQuery = Type.Object({
  expand: Type.Optional(Field('A field that is only returned on request', OneOf(['permission']))),
});

export const NewUser = Body('NewUser', {
  email: Field('Unique within the account, ignoring case.', Email),
  full_name: Field('The person’s name.', Optional(SingleLineText(255))),
  locale: Field(
    'The language of mails and pages for this user. Default: `en`.',
    Optional({ ...OneOf(locales), default: defaultLocale }),
  ),
  permission: Field(
    `${permissionMeaning} Default: \`full\`.`,
    Optional({ ...OneOf(permissions), default: defaultPermission }),
  ),
});

export const UserChanges = Body('UserChanges', {
  full_name: Field('The person’s name; `null` clears it.', Optional(SingleLineText(255))),
  locale: Field('The language of mails and pages for this user.', Type.Optional(OneOf(locales))),
  permission: Field(permissionMeaning, Type.Optional(OneOf(permissions))),
});

export const presentUser = (user: UserRow): Static<typeof User> => ({
  id: user.id,
  account_id: user.accountId,
  full_name: user.fullName,
  email: user.email,
  locale: user.locale,
  created_at: formatTimestamp(user.createdAt),
});

export const presentExpandedUser = (
  user: UserRow,
  { expand }: Static<typeof ExpandUserQuery>,
): Static<typeof ExpandedUser> => ({
  ...presentUser(user),
  ...(expand === 'permission' && { permission: user.permission }),
});
