import { Type, type Static } from '@sinclair/typebox';
import type { CollectionResult } from '../../features/feeds/collecting/collect-feed.js';
import type { FeedDetails as FeedDetailsRow } from '../../features/feeds/feed-details.js';
import type { ListedDevice } from '../../features/feeds/device-list-store.js';
import { maxSilenceMs } from '../../features/feeds/health/push-health.js';
import { shownHealth, shownHealths } from '../../features/feeds/health/shown-health.js';
import type { StoredReading } from '../../features/feeds/collecting/reading-store.js';
import { sources } from '../../sources/index.js';
import { troubleReasons } from '@regrove/printers/trouble-reasons';
import { Deposit, presentDeposit } from '../deposit.js';
import { Feed, presentFeed } from '../feed.js';
import { Count, Nullable, OneOf, Timestamp } from '../fields.js';
import { presentReading } from '../reading.js';
import { formatNullable } from '../times.js';

/** A feed with details for those who maintain it. */
export const FeedDetails = Type.Object(
  {
    ...Feed.properties,
    /** With `waiting`, until a feed that is sent readings has got its first. */
    health: OneOf(shownHealths),
    health_check_reason: Nullable(OneOf(troubleReasons)),
    /** The host that the reason concerns; null if the viewer has no access to the server. */
    health_check_host: Nullable(Type.String()),
    last_read_at: Nullable(Timestamp),
    /** Null if there is no server, or the viewer has no access to it. */
    server_url: Nullable(Type.String()),
  },
  { title: 'FeedDetails' },
);

export const presentFeedDetails = (feed: FeedDetailsRow): Static<typeof FeedDetails> => ({
  ...presentFeed(feed),
  health: shownHealth(feed),
  health_check_reason: feed.healthCheckReason,
  health_check_host: feed.serverUrl === null ? null : feed.healthCheckHost,
  last_read_at: formatNullable(feed.lastReadAt),
  server_url: feed.serverUrl,
});

/** A type that is read by Regrove. Feeds of any other type receive their readings. */
export const FeedType = Type.Object(
  {
    type: OneOf([...sources.keys()]),
    needs_server: Type.Boolean(),
    needs_external_id: Type.Boolean(),
    /** Whether its external id can name hosts that receive the server's credentials. */
    names_hosts: Type.Boolean(),
  },
  { title: 'FeedType' },
);

/** The result of a collection. With `trouble`, the source could not be read, and nothing was counted. */
export const CollectedFeed = Type.Object(
  {
    devices: Count,
    pages: Count,
    deposit: Nullable(Deposit),
    /** Devices whose counter was reset. */
    resets: Type.Array(Type.String()),
    trouble: Nullable(OneOf(troubleReasons)),
    trouble_host: Nullable(Type.String()),
  },
  { title: 'CollectedFeed' },
);

export const presentCollectedFeed = (
  collected: Exclude<CollectionResult, { outcome: 'skipped' }>,
  serverUrl: string | null,
): Static<typeof CollectedFeed> => {
  if (collected.outcome === 'failed')
    return {
      devices: 0,
      pages: 0,
      deposit: null,
      resets: [],
      trouble: collected.reason,
      trouble_host: serverUrl === null ? null : collected.host,
    };
  const { devices, pages, deposit, resets } = collected;
  return {
    devices,
    pages,
    deposit: deposit && presentDeposit(deposit),
    resets: [...resets],
    trouble: null,
    trouble_host: null,
  };
};

const notes = [
  'baseline',
  'dip',
  'reset',
  'late',
  'unmanaged',
  'sheets_count',
  'elsewhere',
  'incomplete',
  // Only on readings of earlier versions.
  'wrap',
] as const;

/** A stored reading, and the pages it added. */
export const FeedReading = Type.Object(
  {
    device: Type.String(),
    read_at: Timestamp,
    total: Count,
    unit: OneOf(['sheets', 'impressions']),
    managed: Nullable(Type.Boolean()),
    pages: Count,
    note: Nullable(OneOf(notes)),
  },
  { title: 'FeedReading' },
);

/** A device, with its newest reading, or why there is none. */
export const FeedDevice = Type.Object(
  {
    /** What identifies it: its serial number or something else, or where it is. */
    device: Type.String(),
    name: Nullable(Type.String()),
    model: Nullable(Type.String()),
    /** If it tells one, also where `device` has more. */
    serial: Nullable(Type.String()),
    /** The name of the agent that reads it, if `device` is the id of that agent, a slash and an address. */
    agent: Nullable(Type.String()),
    /** Null if it was never read, like its counter. */
    read_at: Nullable(Timestamp),
    total: Nullable(Count),
    unit: Nullable(OneOf(['sheets', 'impressions'])),
    /** Of this month, in UTC. */
    pages: Count,
    /** Why it could not be read when it was asked last; `silence` if it has not been read for two days, and nobody knows why. */
    trouble: Nullable(OneOf(troubleReasons)),
    /** What an agent says instead. */
    trouble_text: Nullable(Type.String()),
  },
  { title: 'FeedDevice' },
);

export const presentFeedDevice = (device: ListedDevice, now: Date): Static<typeof FeedDevice> => ({
  device: device.device,
  name: device.name,
  model: device.model,
  serial: device.serial,
  agent: device.agent,
  read_at: formatNullable(device.readAt),
  total: device.total,
  unit: device.unit,
  pages: device.pages,
  ...troubleOf(device, now),
});

function troubleOf(
  { trouble, readAt }: ListedDevice,
  now: Date,
): Pick<Static<typeof FeedDevice>, 'trouble' | 'trouble_text'> {
  if (trouble === null) {
    const isSilent = readAt !== null && now.getTime() - readAt.getTime() > maxSilenceMs;
    return { trouble: isSilent ? 'silence' : null, trouble_text: null };
  }
  const reason = troubleReasons.find((known) => known === trouble);
  return { trouble: reason ?? null, trouble_text: reason ? null : trouble };
}

export const presentFeedReading = (reading: StoredReading): Static<typeof FeedReading> =>
  presentReading(reading);
