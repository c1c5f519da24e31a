import { createFeedKey } from '../../../features/feeds/create-feed-key.js';
import { createKey } from '../../../features/keys/create-key.js';
import { pageOfKeys } from '../../../features/keys/key-store.js';
import { revokeKey } from '../../../features/keys/revoke-key.js';
import { updateKey } from '../../../features/keys/update-key.js';
import { invalid } from '../../../platform/errors.js';
import { defaultRevision, revisionNames } from '../../../wire/revisions/index.js';
import { ApiKey, ApiKeyChanges, CreatedApiKey, NewApiKey, presentKey } from '../../../wire/dashboard/key.js';
import { Deleted, deleted } from '../../../wire/fields.js';
import { list, route } from '../../route.js';

export const listedKeys = list({
  operation: 'listKeys',
  path: '/keys',
  summary: 'API keys, newest first, those that are revoked included',
  item: ApiKey,
  sortedBy: 'time',
  page: ({ context, account }, page) => pageOfKeys(context.db, account.id, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentKey,
});

export const keyRoutes = [
  listedKeys,
  route({
    operation: 'createKey',
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key, which only this response contains',
    body: NewApiKey,
    reply: CreatedApiKey,
    // To replay the answer, the key itself would have to be stored.
    acceptsIdempotencyKey: false,
    handle: async ({ context, account, body }) => {
      const revision = body.revision ?? defaultRevision;
      if (!revisionNames.includes(revision))
        throw invalid(`revision must be one of ${revisionNames.join(', ')}`, {
          code: 'not-in-list',
          field: 'revision',
        });
      const named = { name: body.name ?? null, revision, mcpWrite: body.mcp_write ?? false };
      const { key, ...kept } = body.scope
        ? await createFeedKey(context, account.id, body.scope.feed_id, named)
        : await createKey(context, account.id, named);
      return { ...presentKey(kept), key };
    },
  }),
  route({
    operation: 'updateKey',
    method: 'PATCH',
    path: '/keys/:id',
    summary: 'Change whether programs that use the key by MCP may change something',
    body: ApiKeyChanges,
    reply: ApiKey,
    handle: async ({ context, account, id, body }) =>
      presentKey(await updateKey(context, account.id, id, { mcpWrite: body.mcp_write })),
  }),
  route({
    operation: 'revokeKey',
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'End an API key at once; it stays in the list',
    reply: Deleted,
    handle: async ({ context, account, id }) => {
      await revokeKey(context, account.id, id);
      return deleted(id);
    },
  }),
];
