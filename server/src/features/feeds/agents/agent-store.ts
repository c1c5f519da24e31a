import type { AccountId } from '../../accounts/account.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';
import { listStart, pageValues, type PageRequest } from '../../../database/paging.js';

/** A device that an agent could not read. */
export interface AgentTrouble {
  readonly address: string;
  readonly reason: string;
}

export interface FeedAgent {
  readonly accountId: AccountId;
  readonly feedId: string;
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** Of its token. */
  readonly expiresAt: Date;
  readonly enrolledAt: Date | null;
  readonly keyId: string | null;
  readonly version: string | null;
  /** How many it knows; null until it has reported. */
  readonly devices: number | null;
  readonly trouble: readonly AgentTrouble[];
  readonly lastSeenAt: Date | null;
}

/** As it is listed. */
export interface ListedAgent extends FeedAgent {
  /** When its key was revoked by itself, without the agent. */
  readonly keyRevokedAt: Date | null;
}

const names = [
  'account_id',
  'feed_id',
  'id',
  'name',
  'created_at',
  'expires_at',
  'enrolled_at',
  'key_id',
  'version',
  'devices',
  'trouble',
  'last_seen_at',
];
const columns = names.join(', ');

const insert = statement<FeedAgent>(`
  insert into feed_agents (account_id, feed_id, id, name, created_at, token_hash, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`);

export type NewAgent = Pick<FeedAgent, 'feedId' | 'id' | 'name' | 'createdAt' | 'expiresAt'> & {
  readonly tokenHash: Buffer;
};

export async function insertAgent(db: Transaction, account: AccountId, agent: NewAgent): Promise<FeedAgent> {
  const { feedId, id, name, createdAt, tokenHash, expiresAt } = agent;
  const [row] = await db.rows(insert, [account, feedId, id, name, createdAt, tokenHash, expiresAt]);
  return row as FeedAgent;
}

const removeExpired = statement(
  'delete from feed_agents where account_id = $1 and feed_id = $2 and enrolled_at is null and expires_at <= $3',
);

/** Those whose token was never used. */
export async function deleteExpiredAgents(
  db: Transaction,
  account: AccountId,
  feedId: string,
  now: Date,
): Promise<void> {
  await db.rows(removeExpired, [account, feedId, now]);
}

const count = statement<{ agents: number }>(
  'select count(*)::integer as agents from feed_agents where account_id = $1 and feed_id = $2',
);

/** The feed must be locked. */
export const countAgents = async (db: Transaction, account: AccountId, feedId: string): Promise<number> =>
  (await db.first(count, [account, feedId]))?.agents ?? 0;

const withKeys = `
  from feed_agents left join api_keys
    on api_keys.account_id = feed_agents.account_id and api_keys.id = feed_agents.key_id`;

const selectPage = statement<ListedAgent>(`
  select ${names.map((name) => `feed_agents.${name}`).join(', ')}, api_keys.revoked_at as key_revoked_at ${withKeys}
  where feed_agents.account_id = $1 and feed_agents.feed_id = $2
    and (feed_agents.created_at, feed_agents.id) < ($3, $4)
  order by feed_agents.created_at desc, feed_agents.id desc limit $5`);

/** Newest first. */
export const listAgents = (
  db: Database,
  account: AccountId,
  feedId: string,
  page: PageRequest,
): Promise<ListedAgent[]> =>
  db.rows(selectPage, [account, feedId, ...pageValues(page, listStart.newestFirst)]);

const claim = statement<FeedAgent>(`
  update feed_agents set enrolled_at = $4, last_seen_at = $4, token_hash = null, key_id = $5,
    name = coalesce(name, $6), version = $7
  where account_id = $1 and token_hash = $2 and expires_at > $3 returning ${columns}`);

export interface Enrolment {
  readonly keyId: string;
  readonly name: string;
  readonly version: string;
  readonly at: Date;
}

/** Uses the token up, unless it has expired. Of two transactions with the same one, the second finds nothing. */
export const claimAgent = (
  db: Transaction,
  named: string,
  tokenHash: Buffer,
  now: Date,
  { keyId, name, version, at }: Enrolment,
): Promise<FeedAgent | undefined> => db.first(claim, [named, tokenHash, now, at, keyId, name, version]);

const remove = statement<FeedAgent>(
  `delete from feed_agents where account_id = $1 and feed_id = $2 and id = $3 returning ${columns}`,
);

export const deleteAgent = (
  db: Transaction,
  account: AccountId,
  feedId: string,
  id: string,
): Promise<FeedAgent | undefined> => db.first(remove, [account, feedId, id]);

const see = statement<FeedAgent>(`
  update feed_agents set last_seen_at = greatest(last_seen_at, $4), version = coalesce($5, version),
    devices = coalesce($6, devices), trouble = coalesce($7, trouble)
  where account_id = $1 and feed_id = $2 and key_id = $3 returning ${columns}`);

export type AgentReport = Pick<FeedAgent, 'version' | 'devices' | 'trouble'>;

/** The agent that has this key has called, perhaps with a report; undefined if the key is no agent's. */
export const setAgentSeen = (
  db: Transaction,
  account: AccountId,
  feedId: string,
  keyId: string,
  now: Date,
  report?: AgentReport,
): Promise<FeedAgent | undefined> =>
  db.first(see, [
    account,
    feedId,
    keyId,
    now,
    report?.version ?? null,
    report?.devices ?? null,
    report ? JSON.stringify(report.trouble) : null,
  ]);

const selectSending = statement<{ id: string }>(
  `select feed_agents.id ${withKeys}
   where feed_agents.account_id = $1 and feed_agents.feed_id = $2 and feed_agents.enrolled_at is not null
     and api_keys.revoked_at is null`,
);

/** The ids of those that can send. */
export const listSendingAgents = async (
  db: Database,
  account: AccountId,
  feedId: string,
): Promise<ReadonlySet<string>> =>
  new Set((await db.rows(selectSending, [account, feedId])).map(({ id }) => id));

const selectLost = statement<{ lost: boolean }>(`
  select exists (select 1 ${withKeys}
    where feed_agents.account_id = $1 and feed_agents.feed_id = $2 and feed_agents.last_seen_at < $3
      and api_keys.revoked_at is null) as lost`);

/** Whether an agent that can send has not called since. */
export const hasAgentUnseenSince = async (
  db: Database,
  account: AccountId,
  feedId: string,
  since: Date,
): Promise<boolean> => (await db.first(selectLost, [account, feedId, since]))?.lost ?? false;
