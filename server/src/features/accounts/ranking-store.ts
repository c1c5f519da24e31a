import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { Account, AccountId } from './account.js';

const job = 'a job brings the ranking of all accounts up to date';

/** A row of a ranking: the account that sees it, and the one that it is about. */
export interface RankingKey {
  readonly accountId: AccountId;
  readonly belowId: AccountId;
  readonly role: Account['role'];
}
const key = { accountId: 'uuid', belowId: 'uuid', role: 'text' } as const;

const placed = columnParameters(1, key);
const place = crossAccountStatement(
  'a new account gets a row in the ranking of each account above',
  `insert into account_ranking (${placed.names}) select * from unnest(${placed.lists}) as one (${placed.names})`,
  {
    distributed: `insert into account_ranking (account_id, below_id, role)
      select account_states.account_id, below_id, role ${unnestOnShard(placed.lists, 'below_id, role')}`,
  },
);

/** New accounts are in the rankings of those above from the start. */
export async function placeInRankings(
  db: Transaction,
  ...accounts: readonly Pick<Account, 'id' | 'lineage' | 'role'>[]
): Promise<void> {
  const rows = accounts.flatMap(({ id, lineage, role }) =>
    lineage.map((accountId) => ({ accountId, belowId: id, role })),
  );
  await db.rows(place, placed.listsOf(rows));
}

export interface VolumeAdded extends RankingKey {
  readonly pages: Decimal;
  readonly trees: Decimal;
}
const volume = columnParameters(1, {
  ...key,
  pages: 'numeric',
  trees: 'numeric',
} satisfies ColumnTypes<keyof VolumeAdded>);

const addVolume = crossAccountStatement(
  job,
  `insert into account_ranking as ranked (account_id, below_id, role, pages, trees)
   select account_states.account_id, below_id, role, pages, trees
     ${unnestOnShard(volume.lists, 'below_id, role, pages, trees')}
   on conflict (account_id, below_id) do update
   set pages = ranked.pages + excluded.pages, trees = ranked.trees + excluded.trees`,
);

export async function addVolumeToRankings(db: Transaction, added: readonly VolumeAdded[]): Promise<void> {
  await db.rows(addVolume, volume.listsOf(added));
}

/** When an account was last active, and the state of its feeds. */
export interface AccountActivity {
  readonly accountId: AccountId;
  readonly activeAt: Date;
  readonly feeds: number;
  readonly unhealthyFeeds: number;
}

const selectOwn = crossAccountStatement<AccountActivity>(
  job,
  `select account_id, active_at, feeds, unhealthy_feeds from account_ranking
   where account_id = any($1::uuid[]) and below_id = account_id`,
);

/** The stored activity of the accounts themselves, without those below. */
export const listOwnActivity = (db: Database, accounts: readonly AccountId[]): Promise<AccountActivity[]> =>
  db.rows(selectOwn, [accounts]);

/** Feeds are added to those of the row; the time replaces that of the row. */
export type ActivityChange = RankingKey & Omit<AccountActivity, 'accountId'>;

const activity = columnParameters(1, {
  ...key,
  activeAt: 'timestamptz',
  feeds: 'integer',
  unhealthyFeeds: 'integer',
} satisfies ColumnTypes<keyof ActivityChange>);

const saveActivity = crossAccountStatement(
  job,
  `insert into account_ranking as ranked (account_id, below_id, role, active_at, feeds, unhealthy_feeds)
   select account_states.account_id, below_id, role, active_at, feeds, unhealthy_feeds
     ${unnestOnShard(activity.lists, 'below_id, role, active_at, feeds, unhealthy_feeds')}
   on conflict (account_id, below_id) do update set active_at = excluded.active_at, feeds = ranked.feeds + excluded.feeds,
     unhealthy_feeds = ranked.unhealthy_feeds + excluded.unhealthy_feeds`,
);

export async function changeActivity(db: Transaction, changes: readonly ActivityChange[]): Promise<void> {
  if (changes.length > 0) await db.rows(saveActivity, activity.listsOf(changes));
}

const newest = (role: string): string => `(
  select max(active_at) from account_ranking ranked
  where ranked.account_id = account_states.account_id and role = '${role}')`;

// One look into the index per role, however many accounts there are.
const selectNewest = crossAccountStatement<{ accountId: AccountId; activeAt: Date }>(
  job,
  `select account_id, greatest(${newest('distributor')}, ${newest('channel')}, ${newest('customer')}) as active_at
   from account_states where account_id = any($1::uuid[])`,
);

/** When each of these accounts, or one below it, was last active. */
export const listActivityWithBelow = (
  db: Database,
  accounts: readonly AccountId[],
): Promise<{ accountId: AccountId; activeAt: Date }[]> => db.rows(selectNewest, [accounts]);

const selectAfter = crossAccountStatement<{ id: AccountId }>(
  job,
  'select id from accounts where id > $1 order by id limit $2',
);

/** For a job that goes through all accounts. */
export const listAccountIdsAfter = async (db: Database, id: string, limit: number): Promise<AccountId[]> =>
  (await db.rows(selectAfter, [id, limit])).map((account) => account.id);

const selectLineages = crossAccountStatement<Pick<Account, 'id' | 'lineage' | 'role'>>(
  job,
  `select id, lineage, role from accounts
   where id in (select unnest(lineage) from accounts where id = any($1::uuid[]))`,
);

/** These accounts and all above them. */
export const listLineages = (
  db: Database,
  accounts: readonly AccountId[],
): Promise<Pick<Account, 'id' | 'lineage' | 'role'>[]> => db.rows(selectLineages, [accounts]);
