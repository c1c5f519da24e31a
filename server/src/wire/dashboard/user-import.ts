import { Type, type Static } from '@sinclair/typebox';
import type { CheckedUsers, PlacedLine } from '../../features/users/import-users.js';
import { defaultPermission, permissions } from '../../features/users/permission.js';
import { defaultLocale, locales } from '../../messages/locales.js';
import type { InvalidLine } from '../../platform/reason.js';
import { Body, Count, Nullable, OneOf } from '../fields.js';
import { LineReason, presentReason } from '../file-lines.js';

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
        error: Nullable(Type.String()),
        /** For a translated message; null if the line is valid, or there is only the English error. */
        reason: Nullable(LineReason),
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
  { placed, faults }: CheckedUsers,
  waiting: number,
): Static<typeof UserPreview> {
  const wrong = new Map(faults.toReversed().map((fault) => [fault.line, fault]));
  const lines = [...placed.map(presentPlaced), ...[...wrong.values()].map(presentFault)];
  return { lines: lines.sort((a, b) => a.line - b.line), good: placed.length, bad: wrong.size, waiting };
}

const presentPlaced = ({ line, input, accountName }: PlacedLine): PreviewLine => ({
  line,
  user: {
    email: input.email,
    full_name: input.fullName ?? null,
    locale: input.locale ?? defaultLocale,
    permission: input.permission ?? defaultPermission,
    account: accountName ?? null,
  },
  error: null,
  reason: null,
});

const presentFault = ({ line, what, reason }: InvalidLine): PreviewLine => ({
  line,
  user: null,
  error: what,
  reason: presentReason(reason),
});
