import { Type, type Static } from '@sinclair/typebox';
import { scopeKinds, scopeOf } from '../../features/keys/key-scope.js';
import type { ApiKey as ApiKeyRow } from '../../features/keys/key-store.js';
import { Body, Id, SingleLineText, Nullable, OneOf, Optional, Timestamp } from '../fields.js';
import { formatNullable, formatTimestamp } from '../times.js';

const Scope = Type.Object({ kind: OneOf([...scopeKinds]), feed_id: Id }, { title: 'KeyScope' });

const fields = {
  id: Id,
  name: Nullable(Type.String()),
  revision: Type.String(),
  /** What it is limited to; null if it may do everything. */
  scope: Nullable(Scope),
  /** Whether programs that use it by MCP may change something. */
  mcp_write: Type.Boolean(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
};

/** Everything about a key except the key itself. */
export const ApiKey = Type.Object(fields, { title: 'ApiKey' });

/** Returned once, when the key is created. */
export const CreatedApiKey = Type.Object({ ...fields, key: Type.String() }, { title: 'CreatedApiKey' });

export const NewApiKey = Body('NewApiKey', {
  name: Optional(SingleLineText(255)),
  revision: Optional(Type.String()),
  scope: Optional(Type.Object(Scope.properties, { additionalProperties: false })),
  mcp_write: Type.Optional(Type.Boolean()),
});

export const ApiKeyChanges = Body('ApiKeyChanges', { mcp_write: Type.Optional(Type.Boolean()) });

export function presentKey(key: ApiKeyRow): Static<typeof ApiKey> {
  const scope = scopeOf(key);
  return {
    id: key.id,
    name: key.name,
    revision: key.revision,
    scope: scope && { kind: scope.kind, feed_id: scope.feedId },
    mcp_write: key.mcpWrite,
    created_at: formatTimestamp(key.createdAt),
    last_used_at: formatNullable(key.lastUsedAt),
    revoked_at: formatNullable(key.revokedAt),
  };
}
