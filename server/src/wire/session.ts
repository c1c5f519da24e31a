import { Type, type Static } from '@sinclair/typebox';
import type { ExpandedAccount as AccountRow } from '../features/accounts/account.js';
import { locales } from '../messages/locales.js';
import type { Session as SessionRow, SessionHolder } from '../features/sessions/session-store.js';
import type { User as UserRow, UserOfAccount } from '../features/users/user-store.js';
import { presentExpandedAccount } from './account.js';
import { Body, Email, Id, OneOf } from './fields.js';
import { formatTimestamp } from './times.js';

// What the dashboard says and hears. It comes with the server, so these shapes have no revisions.

export const SignInRequest = Body('SignInRequest', {
  email: Email,
  /** The screen that was asked for: the link leads to it. */
  next: Type.Optional(Type.String({ format: 'screen' })),
});

export const SessionChanges = Body('SessionChanges', {
  account_id: Type.Optional(Id),
  locale: Type.Optional(OneOf(locales)),
});

export type SessionChanges = Static<typeof SessionChanges>;

export interface SessionFacts {
  readonly holder: SessionHolder;
  readonly user: UserRow;
  readonly account: AccountRow;
  /** The same address as a user of each account that has it. */
  readonly users: readonly UserOfAccount[];
}

const presentMembership = ({ accountId, accountName, accountRole }: UserOfAccount) => ({
  account_id: accountId,
  display_name: accountName,
  role: accountRole,
});

/** Who is signed in, to which account, which others there are, and which would like to have the address as a user. */
export const presentSession = ({ holder, user, account, users }: SessionFacts) => ({
  user: {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    locale: user.locale,
    is_operator: user.isOperator,
  },
  account: presentExpandedAccount(account),
  accounts: users
    // Where one is signed in one is a user, whatever else is known of it.
    .filter(({ acceptedAt, accountId }) => acceptedAt !== null || accountId === holder.id)
    .map(presentMembership),
  invitations: users
    .filter(({ acceptedAt, accountId }) => acceptedAt === null && accountId !== holder.id)
    .map((invited) => ({
      id: invited.id,
      ...presentMembership(invited),
      created_at: formatTimestamp(invited.createdAt),
    })),
  session: {
    id: holder.sessionId,
    created_at: formatTimestamp(holder.signedInAt),
    expires_at: formatTimestamp(holder.expiresAt),
  },
});

export const presentListedSession = (session: SessionRow, currentId: string) => ({
  id: session.id,
  created_at: formatTimestamp(session.createdAt),
  last_seen_at: formatTimestamp(session.lastSeenAt),
  user_agent: session.userAgent,
  is_current: session.id === currentId,
});
