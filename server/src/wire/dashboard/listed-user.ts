import { Type, type Static } from '@sinclair/typebox';
import type { Member } from '../../features/users/user-store.js';
import { permissions } from '../../features/users/permission.js';
import { invitationExpiry } from '../../features/users/sign-in-link.js';
import { Nullable, OneOf, Timestamp } from '../fields.js';
import { formatNullable, formatTimestamp } from '../times.js';
import { presentUser, User } from '../user.js';

/** A user with the permission, and when they accepted the invitation; while it is pending, until when it works. */
export const ListedUser = Type.Object(
  {
    ...User.properties,
    permission: OneOf(permissions),
    accepted_at: Nullable(Timestamp),
    invited_at: Timestamp,
    invitation_expires_at: Nullable(Timestamp),
  },
  { title: 'ListedUser' },
);

export const presentListedUser = (member: Member): Static<typeof ListedUser> => ({
  ...presentUser(member),
  permission: member.permission,
  accepted_at: formatNullable(member.acceptedAt),
  invited_at: formatTimestamp(member.invitedAt),
  invitation_expires_at: formatNullable(
    member.acceptedAt === null ? invitationExpiry(member.invitedAt) : null,
  ),
});
