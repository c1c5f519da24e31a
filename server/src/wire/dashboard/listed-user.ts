import { Type, type Static } from '@sinclair/typebox';
import type { Member } from '../../features/users/user-store.js';
import { permissions } from '../../features/users/permission.js';
import { Nullable, OneOf, Timestamp } from '../fields.js';
import { formatNullable } from '../times.js';
import { presentUser, User } from '../user.js';

/** A user with the permission, and when they accepted the invitation; null while it is pending. */
export const ListedUser = Type.Object(
  { ...User.properties, permission: OneOf(permissions), accepted_at: Nullable(Timestamp) },
  { title: 'ListedUser' },
);

export const presentListedUser = (member: Member): Static<typeof ListedUser> => ({
  ...presentUser(member),
  permission: member.permission,
  accepted_at: formatNullable(member.acceptedAt),
});
