import { Type, type Static } from '@sinclair/typebox';
import { roles, type ExpandedAccount as AccountRow } from '../../features/accounts/account.js';
import type { SandboxScope } from '../../database/context.js';
import type { Session as SessionRow, SessionHolder } from '../../features/sessions/session-store.js';
import { mailTopics } from '../../features/mail/mail-topics.js';
import { permissions } from '../../features/users/permission.js';
import type { User as UserRow, UserOfAccount } from '../../features/users/user-store.js';
import { locales } from '../../messages/locales.js';
import { ExpandedAccount, presentExpandedAccount } from '../account.js';
import { Body, Count, Email, Id, Nullable, OneOf, Timestamp } from '../fields.js';
import { presentSandboxState, SandboxState } from '../sandbox.js';
import { formatTimestamp } from '../times.js';

export const SignInRequest = Body('SignInRequest', {
  email: Email,
  /** The screen that the link leads to. */
  next: Type.Optional(Type.String({ format: 'screen' })),
});

const MutedMails = Type.Array(OneOf(mailTopics), { maxItems: mailTopics.length, uniqueItems: true });

export const SessionChanges = Body('SessionChanges', {
  account_id: Type.Optional(Id),
  locale: Type.Optional(OneOf(locales)),
  /** What the user does not want to get mails about. */
  muted_mails: Type.Optional(MutedMails),
});

export type SessionChanges = Static<typeof SessionChanges>;

const membershipFields = {
  account_id: Id,
  display_name: Type.String(),
  role: OneOf(roles),
};

const Membership = Type.Object(membershipFields, { title: 'Membership' });

export const Invitation = Type.Object(
  { id: Id, ...membershipFields, created_at: Timestamp },
  { title: 'Invitation' },
);

export const Session = Type.Object(
  {
    user: Type.Object({
      id: Id,
      email: Type.String(),
      full_name: Nullable(Type.String()),
      locale: Type.String(),
      permission: OneOf(permissions),
      muted_mails: MutedMails,
      is_operator: Type.Boolean(),
    }),
    account: ExpandedAccount,
    /** Of all prices of this installation. */
    currency: Type.String(),
    /** Every account in which this address is a user, oldest first. */
    accounts: Type.Array(Membership),
    /** Pending invitations to this address. */
    invitations: Type.Array(Invitation),
    session: Type.Object({
      id: Id,
      created_at: Timestamp,
      expires_at: Timestamp,
      /** Whether a passkey must be added before anything else. */
      awaits_passkey: Type.Boolean(),
    }),
    /** Set inside a sandbox, where `account` is its root account. */
    sandbox: Nullable(SandboxState),
  },
  { title: 'Session' },
);

export const ListedSession = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    last_seen_at: Timestamp,
    user_agent: Nullable(Type.String()),
    is_current: Type.Boolean(),
  },
  { title: 'ListedSession' },
);

export const EndedSessions = Type.Object({ ended: Count }, { title: 'EndedSessions' });

interface SessionFacts {
  readonly holder: SessionHolder;
  readonly user: UserRow;
  readonly account: AccountRow;
  readonly currency: string;
  /** The user of this address in each account. */
  readonly users: readonly UserOfAccount[];
  readonly sandbox: { readonly scope: SandboxScope; readonly now: Date } | undefined;
}

const presentMembership = ({
  accountId,
  accountName,
  accountRole,
}: UserOfAccount): Static<typeof Membership> => ({
  account_id: accountId,
  display_name: accountName,
  role: accountRole,
});

const presentInvitation = (invited: UserOfAccount): Static<typeof Invitation> => ({
  id: invited.id,
  ...presentMembership(invited),
  created_at: formatTimestamp(invited.createdAt),
});

export const presentSession = ({
  holder,
  user,
  account,
  currency,
  users,
  sandbox,
}: SessionFacts): Static<typeof Session> => ({
  user: {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    locale: user.locale,
    permission: user.permission,
    muted_mails: [...user.mutedMails],
    // What operators do is live only.
    is_operator: user.isOperator && !sandbox,
  },
  account: presentExpandedAccount(account),
  currency,
  accounts: users
    // Includes the account of this session, even if its invitation has not been accepted.
    .filter(({ acceptedAt, accountId }) => acceptedAt !== null || accountId === holder.id)
    .map(presentMembership),
  invitations: users
    .filter(({ acceptedAt, accountId }) => acceptedAt === null && accountId !== holder.id)
    .map(presentInvitation),
  session: {
    id: holder.sessionId,
    created_at: formatTimestamp(holder.signedInAt),
    expires_at: formatTimestamp(holder.expiresAt),
    awaits_passkey: holder.awaitsPasskey,
  },
  sandbox: sandbox
    ? presentSandboxState(sandbox.scope, { now: sandbox.now, advancingTo: sandbox.scope.advancingTo })
    : null,
});

export const presentListedSession = (
  session: SessionRow,
  currentId: string,
): Static<typeof ListedSession> => ({
  id: session.id,
  created_at: formatTimestamp(session.createdAt),
  last_seen_at: formatTimestamp(session.lastSeenAt),
  user_agent: session.userAgent,
  is_current: session.id === currentId,
});
