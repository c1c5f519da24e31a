import type { AccountId } from '../accounts/account.js';
import { auditedFields, type Facts } from '../audit/audited-fields.js';
import type { NewEvent } from '../events/event-store.js';
import type { EventType } from '../events/event-types.js';
import type { Database, Transaction } from '../../database/database.js';
import { queryAllNodes, selectAcrossNodes, type NodeRows } from '../../database/across-nodes.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { listStart, pageValues, selectNewestFirst, type PageRequest } from '../../database/paging.js';
import type { Health, HealthResult } from './health/health-result.js';
import type { Trouble } from './health/trouble.js';

export interface Feed {
  readonly id: string;
  readonly accountId: AccountId;
  readonly type: string;
  /** The feed's account or an ancestor. */
  readonly serverAccountId: AccountId | null;
  readonly serverId: string | null;
  readonly externalId: string | null;
  /** The account whose key or user last set type, server and external id; null for feeds from before this was stored. */
  readonly sourceSetBy: AccountId | null;
  readonly collectionScope: 'all' | 'managed_only';
  readonly createdAt: Date;
  readonly status: 'active' | 'inactive';
  readonly activatedAt: Date;
  readonly deactivatedAt: Date | null;
  readonly healthCheck: Health;
  readonly healthCheckReason: Trouble['reason'] | null;
  /** The host that the reason concerns. It may belong to a server that the feed's account must not see. */
  readonly healthCheckHost: string | null;
  readonly healthCheckCheckedAt: Date;
  readonly healthCheckChangedAt: Date;
  /** When a device was last read. */
  readonly lastReadAt: Date | null;
}

export const feedFacts = auditedFields(
  'type',
  'serverAccountId',
  'serverId',
  'externalId',
  'sourceSetBy',
  'collectionScope',
  'status',
  'healthCheck',
  'healthCheckReason',
);

/** What its events tell. Reasons and hosts are left out: they may concern a server that the account must not see. */
const eventFacts = auditedFields(
  'type',
  'serverId',
  'externalId',
  'collectionScope',
  'createdAt',
  'status',
  'activatedAt',
  'deactivatedAt',
  'healthCheck',
  'healthCheckCheckedAt',
  'healthCheckChangedAt',
);

export const feedEvent = (
  type: Extract<EventType, `feed.${string}`>,
  feed: Feed,
  more: Facts = {},
): NewEvent => ({
  type,
  subjectId: feed.id,
  facts: { ...eventFacts(feed), ...more },
});

const columns = `id, account_id, type, server_account_id, server_id, external_id, collection_scope, created_at, status,
  activated_at, deactivated_at, health_check, health_check_reason, health_check_host, health_check_checked_at,
  health_check_changed_at, last_read_at, source_set_by`;

const select = statement<Feed>(`select ${columns} from feeds where account_id = $1 and id = $2`);

export const findFeed = (db: Database, account: AccountId, id: string): Promise<Feed | undefined> =>
  db.first(select, [account, id]);

const lock = statement<Feed>(`select ${columns} from feeds where account_id = $1 and id = $2 for update`);

export const lockFeed = (db: Transaction, account: AccountId, id: string): Promise<Feed | undefined> =>
  db.first(lock, [account, id]);

const selectPage = statement<Feed>(selectNewestFirst(columns, 'feeds'));

export const listFeeds = (db: Database, account: AccountId, page: PageRequest): Promise<Feed[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const insert = statement<Feed>(`
  insert into feeds (account_id, id, type, server_account_id, server_id, external_id, collection_scope, created_at,
    status, activated_at, health_check, health_check_reason, health_check_checked_at, health_check_changed_at,
    source_set_by, health_check_host)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11, $8, $8, $12, $13) returning ${columns}`);

export type NewFeed = Omit<
  Feed,
  'accountId' | 'status' | 'deactivatedAt' | 'healthCheckCheckedAt' | 'healthCheckChangedAt' | 'lastReadAt'
>;

export async function insertFeed(db: Transaction, account: AccountId, feed: NewFeed): Promise<Feed> {
  const [row] = await db.rows(insert, [
    account,
    feed.id,
    feed.type,
    feed.serverAccountId,
    feed.serverId,
    feed.externalId,
    feed.collectionScope,
    feed.createdAt,
    feed.activatedAt,
    feed.healthCheck,
    feed.healthCheckReason,
    feed.sourceSetBy,
    feed.healthCheckHost,
  ]);
  return row as Feed;
}

const updateSource = statement<Feed>(`
  update feeds set server_account_id = $3, server_id = $4, external_id = $5, source_set_by = $6
  where account_id = $1 and id = $2 returning ${columns}`);

export const updateFeedSource = (
  db: Transaction,
  account: AccountId,
  id: string,
  source: Pick<Feed, 'serverAccountId' | 'serverId' | 'externalId' | 'sourceSetBy'>,
): Promise<Feed | undefined> =>
  db.first(updateSource, [
    account,
    id,
    source.serverAccountId,
    source.serverId,
    source.externalId,
    source.sourceSetBy,
  ]);

const updateHealth = statement<Feed>(`
  update feeds set health_check = $3, health_check_reason = $5, health_check_host = $6, health_check_checked_at = $4,
    health_check_changed_at = case when health_check = $3 then health_check_changed_at else $4 end
  where account_id = $1 and id = $2 returning ${columns}`);

/** The time of the last change only moves when the health changes. */
export const updateFeedHealth = (
  db: Transaction,
  account: AccountId,
  id: string,
  result: HealthResult,
  now: Date,
): Promise<Feed | undefined> => {
  const { healthCheck, healthCheckReason, healthCheckHost } = healthColumns(result);
  return db.first(updateHealth, [account, id, healthCheck, now, healthCheckReason, healthCheckHost]);
};

export const healthColumns = (
  result: HealthResult,
): Pick<Feed, 'healthCheck' | 'healthCheckReason' | 'healthCheckHost'> => ({
  healthCheck: result.health,
  healthCheckReason: result.health === 'unhealthy' ? result.reason : null,
  healthCheckHost: result.health === 'unhealthy' ? result.host : null,
});

const updateRead = statement<Feed>(`
  update feeds set last_read_at = greatest(last_read_at, $3), collected_at = coalesce($4, collected_at)
  where account_id = $1 and id = $2 returning ${columns}`);

/** `collectedAt` is set if the whole source was read. The feed must be locked. */
export async function updateLastRead(
  db: Transaction,
  account: AccountId,
  id: string,
  { lastReadAt, collectedAt }: { lastReadAt: Date; collectedAt: Date | null },
): Promise<Feed> {
  return (await db.first(updateRead, [account, id, lastReadAt, collectedAt])) as Feed;
}

const activate = statement<Feed>(`
  update feeds set status = 'active', activated_at = $3 where account_id = $1 and id = $2 returning ${columns}`);
const deactivate = statement<Feed>(`
  update feeds set status = 'inactive', deactivated_at = $3 where account_id = $1 and id = $2 returning ${columns}`);

/** The feed must be locked. */
export const setFeedStatus = async (
  db: Transaction,
  account: AccountId,
  id: string,
  status: Feed['status'],
  now: Date,
): Promise<Feed> => (await db.first(status === 'active' ? activate : deactivate, [account, id, now])) as Feed;

const remove = statement<Feed>(`delete from feeds where account_id = $1 and id = $2 returning ${columns}`);

/** Returns the deleted feed. */
export const deleteFeed = (db: Transaction, account: AccountId, id: string): Promise<Feed | undefined> =>
  db.first(remove, [account, id]);

const selectUsed = crossAccountStatement<{ used: boolean }>(
  'a server may serve feeds of accounts below its own',
  'select exists (select 1 from feeds where server_account_id = $1 and server_id = $2) as used',
);

export const isServerInUse = async (
  db: Database,
  serverAccount: AccountId,
  serverId: string,
): Promise<boolean> => (await db.first(selectUsed, [serverAccount, serverId]))?.used ?? false;

export interface FeedSelection {
  readonly id?: string | undefined;
  readonly accountId?: AccountId | undefined;
  /** Only active feeds that we read, and have not collected since. */
  readonly collectedBefore?: Date | undefined;
}

const selectEvery = selectAcrossNodes<Feed>(
  'the operator and the schedule check and collect feeds of all accounts',
  {
    table: 'feeds',
    where: `($1::uuid is null or id = $1)
      and ($2::timestamptz is null or (status = 'active' and (server_id is not null or type = 'simulated')
        and (collected_at is null or collected_at < $2)))
      and ($3::uuid is null or account_id = $3)`,
  },
  (where) => `select ${columns} from feeds where ${where} order by created_at, id`,
);
const valuesOf = ({ id, collectedBefore, accountId }: FeedSelection) => [
  id ?? null,
  collectedBefore ?? null,
  accountId ?? null,
];

/** For the operator: a feed of any account. */
export const findAnyFeed = async (db: Database, id: string): Promise<Feed | undefined> =>
  (await listEveryFeed(db, { id }))[0];

export const listEveryFeed = (db: Database, selection: FeedSelection): Promise<Feed[]> =>
  db.rows(selectEvery.all, valuesOf(selection));

/** The same without those on nodes that do not respond. */
export const findFeedsOnNodes = (db: Database, selection: FeedSelection): Promise<NodeRows<Feed>> =>
  queryAllNodes(db, selectEvery, valuesOf(selection));
