import { serverTypes, sources } from '../sources/index.js';
import { Type, type Static } from '@sinclair/typebox';
import type { Feed as FeedRow } from '../features/feeds/feed-store.js';
import {
  Body,
  Field,
  Id,
  SingleLineText,
  Nullable,
  OneOf,
  Optional,
  Secret,
  Timestamp,
  TimestampInput,
} from './fields.js';
import { IntegrationType } from './server.js';
import { formatNullable, formatSpaced, formatTimestamp } from './times.js';

const fields = {
  id: Field('Its id.', Id),
  account_id: Field('The account it belongs to.', Id),
  type: Field('Kind of integration.', Type.String()),
  server_id: Field('The server it reads from.', Nullable(Id)),
  external_id: Field('Its id in the integration.', Nullable(Type.String())),
  collection_scope: Field('Whether all devices count, or only managed ones.', OneOf(['all', 'managed_only'])),
  created_at: Field('When it was created.', Timestamp),
  status: Field('Its state.', OneOf(['active', 'inactive'])),
  activated_at: Field('When it was last activated.', Timestamp),
  deactivated_at: Field('When it was last deactivated; `null` if never.', Nullable(Timestamp)),
  health_check: Field(
    'Whether its devices can be read, and readings arrive regularly.',
    OneOf(['healthy', 'unhealthy']),
  ),
  health_check_checked_at: Field('When this was last checked.', Timestamp),
  health_check_changed_at: Field('Since when this has been the case.', Timestamp),
};

export const Feed = Type.Object(fields, { title: 'Feed' });

/** In the response to a creation, `activated_at` has a different format. */
export const CreatedFeed = Type.Object(
  { ...fields, activated_at: Field('When it was last activated. YYYY-MM-DD HH:MM:SS +0000', Type.String()) },
  { title: 'CreatedFeed' },
);

/** As part of a sentence: `a`, `b` and `c`. */
const listed = (names: readonly string[]): string =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1');

const typesWithExternalId = [...sources].flatMap(([type, { needsExternalId }]) =>
  needsExternalId && serverTypes.includes(type) ? [type] : [],
);

export const NewFeed = Body('NewFeed', {
  type: Field(
    `Regrove reads ${listed(serverTypes)}. Any other name is an integration that sends its own readings.`,
    IntegrationType,
  ),
  server_id: Field(
    'A server of the account, or of a parent account if you act for that one. Types that Regrove reads need a server of the same type.',
    Optional(Id),
  ),
  external_id: Field(
    `Its id in the integration. Required for ${listed(typesWithExternalId)}.`,
    Optional(SingleLineText(4000)),
  ),
  server_password: Field(
    'The password of the server. Required for `snmp` if `external_id` lists new hosts and the server has a password.',
    Type.Optional(Secret(1024)),
  ),
  collection_scope: Field(
    'Whether all devices count, or only managed ones, if the integration distinguishes them. Default: `all`.',
    Optional({ ...OneOf(['all', 'managed_only']), default: 'all' }),
  ),
  activated_at: Field('When counting starts. Default: the first of this month.', Optional(TimestampInput)),
});

/** null clears. Feeds of types that Regrove reads need their server. */
export const FeedChanges = Body('FeedChanges', {
  server_id: Field('The new server to read from; `null` clears it, unless the type needs one.', Optional(Id)),
  external_id: Field('Its id in the integration; `null` clears it.', Optional(SingleLineText(4000))),
  server_password: Field(
    'The password of the server. Required for `snmp` if `external_id` lists new hosts and the server has a password.',
    Type.Optional(Secret(1024)),
  ),
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
