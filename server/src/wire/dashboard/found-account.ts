import { Type, type Static } from '@sinclair/typebox';
import { roles } from '../../features/accounts/account.js';
import type { FoundAccount as FoundRow } from '../../features/accounts/account-search-store.js';
import { Id, SingleLineText, Nullable, OneOf } from '../fields.js';

export const AccountSearchQuery = Type.Object({ q: SingleLineText(255) });

/** A search result: an account, and its parent. */
export const FoundAccount = Type.Object(
  {
    id: Id,
    name: Type.String(),
    display_name: Type.String(),
    external_id: Nullable(Type.String()),
    role: OneOf(roles),
    status: OneOf(['active', 'inactive']),
    parent_id: Id,
    parent_display_name: Type.String(),
  },
  { title: 'FoundAccount' },
);

export const presentFoundAccount = (found: FoundRow): Static<typeof FoundAccount> => ({
  id: found.id,
  name: found.name,
  display_name: found.displayName,
  external_id: found.externalId,
  role: found.role,
  status: found.status,
  parent_id: found.parentId,
  parent_display_name: found.parentDisplayName,
});
