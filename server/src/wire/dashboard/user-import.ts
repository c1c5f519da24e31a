import { Type, type Static } from '@sinclair/typebox';
import type { CheckedUsers, ResolvedLine } from '../../features/users/import-users.js';
import { defaultPermission, permissions } from '../../features/users/permission.js';
import { defaultLocale, locales } from '../../messages/locales.js';
import { faultsByLine } from '../../platform/text/refuse-lines.js';
import { Body, Count, Nullable, OneOf } from '../fields.js';
import { LineFault, presentFault } from '../file-lines.js';

export const UserFile = Body('UserFile', { csv: Type.String() });

const ImportedUser = Type.Object({
  email: Type.String(),
  full_name: Nullable(Type.String()),
  locale: OneOf(locales),
  permission: OneOf(permissions),
  /** The name of the account that the line names; null: the account in the path. */
  account: Nullable(Type.String()),
});

export const UserPreview = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        line: Count,
        /** The user of the line; null if it is invalid. */
        user: Nullable(ImportedUser),
        faults: Type.Array(LineFault),
      }),
    ),
    good: Count,
    bad: Count,
    /** How many of the invitations would be sent later, because of the limits of mails. */
    waiting: Count,
  },
  { title: 'UserPreview' },
);

export const ImportedUsers = Type.Object(
  { created: Count, accounts: Count, waiting: Count },
  { title: 'ImportedUsers' },
);

type PreviewLine = Static<typeof UserPreview>['lines'][number];

/** Each line once, in the order of the file. */
export function presentUserPreview(
  { resolved, faults }: CheckedUsers,
  waiting: number,
): Static<typeof UserPreview> {
  const wrong = faultsByLine(faults);
  const lines = [
    ...resolved.map(presentPlaced),
    ...wrong.map(([line, found]): PreviewLine => ({ line, user: null, faults: found.map(presentFault) })),
  ];
  return { lines: lines.sort((a, b) => a.line - b.line), good: resolved.length, bad: wrong.length, waiting };
}

const presentPlaced = ({ line, input, accountName }: ResolvedLine): PreviewLine => ({
  line,
  user: {
    email: input.email,
    full_name: input.fullName ?? null,
    locale: input.locale ?? defaultLocale,
    permission: input.permission ?? defaultPermission,
    account: accountName ?? null,
  },
  faults: [],
});
