import { Type, type Static } from '@sinclair/typebox';
import type { ApiKey as ApiKeyRow } from '../../features/keys/key-store.js';
import { Body, Id, Line, Nullable, Optional, Timestamp } from '../fields.js';
import { formatNullable, formatTimestamp } from '../times.js';

const fields = {
  id: Id,
  name: Nullable(Type.String()),
  revision: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
};

/** Everything about a key except the key itself. */
export const ApiKey = Type.Object(fields, { title: 'ApiKey' });

/** Returned once, when the key is created. */
export const CreatedApiKey = Type.Object({ ...fields, key: Type.String() }, { title: 'CreatedApiKey' });

export const NewApiKey = Body('NewApiKey', {
  name: Optional(Line(255)),
  revision: Optional(Type.String()),
});

export const presentKey = (key: ApiKeyRow): Static<typeof ApiKey> => ({
  id: key.id,
  name: key.name,
  revision: key.revision,
  created_at: formatTimestamp(key.createdAt),
  last_used_at: formatNullable(key.lastUsedAt),
  revoked_at: formatNullable(key.revokedAt),
});
