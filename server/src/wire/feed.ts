import { Type, type Static } from '@sinclair/typebox';
import type { Feed as FeedRow } from '../features/feeds/feed-store.js';
import { Body, Id, Line, Nullable, OneOf, Optional, Secret, Timestamp, TimestampInput } from './fields.js';
import { IntegrationType } from './server.js';
import { formatNullable, formatSpaced, formatTimestamp } from './times.js';

const fields = {
  id: Id,
  account_id: Id,
  type: Type.String(),
  server_id: Nullable(Id),
  external_id: Nullable(Type.String()),
  collection_scope: OneOf(['all', 'managed_only']),
  created_at: Timestamp,
  status: OneOf(['active', 'inactive']),
  activated_at: Timestamp,
  deactivated_at: Nullable(Timestamp),
  health_check: OneOf(['healthy', 'unhealthy']),
  health_check_checked_at: Timestamp,
  health_check_changed_at: Timestamp,
};

export const Feed = Type.Object(fields, { title: 'Feed' });

/** The response to a creation, where `activated_at` has another format than everywhere else. */
export const CreatedFeed = Type.Object(
  { ...fields, activated_at: Type.String({ description: 'YYYY-MM-DD HH:MM:SS +0000' }) },
  { title: 'CreatedFeed' },
);

export const NewFeed = Body('NewFeed', {
  type: IntegrationType,
  server_id: Optional(Id),
  external_id: Optional(Line(4000)),
  server_password: Type.Optional(Secret(1024)),
  collection_scope: Optional({ ...OneOf(['all', 'managed_only']), default: 'all' }),
  activated_at: Optional(TimestampInput),
});

/** null clears the external id. A server can be replaced, but not removed. */
export const FeedChanges = Body('FeedChanges', {
  server_id: Type.Optional(Id),
  external_id: Optional(Line(4000)),
  server_password: Type.Optional(Secret(1024)),
});

export const presentFeed = (feed: FeedRow): Static<typeof Feed> => ({
  id: feed.id,
  account_id: feed.accountId,
  type: feed.type,
  server_id: feed.serverId,
  external_id: feed.externalId,
  collection_scope: feed.collectionScope,
  created_at: formatTimestamp(feed.createdAt),
  status: feed.status,
  activated_at: formatTimestamp(feed.activatedAt),
  deactivated_at: formatNullable(feed.deactivatedAt),
  health_check: feed.healthCheck,
  health_check_checked_at: formatTimestamp(feed.healthCheckCheckedAt),
  health_check_changed_at: formatTimestamp(feed.healthCheckChangedAt),
});

export const presentCreatedFeed = (feed: FeedRow): Static<typeof CreatedFeed> => ({
  ...presentFeed(feed),
  activated_at: formatSpaced(feed.activatedAt),
});
