import type { Database } from '../../database/database.js';
import { highestId, lowestId, type PageRequest } from '../../database/paging.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { Account, AccountId } from './account.js';

export const rankings = ['trees', 'pages', 'activity', 'health'] as const;
export type Ranking = (typeof rankings)[number];
export const directions = ['desc', 'asc'] as const;
export type Direction = (typeof directions)[number];

/** An account with what it and those below it have together. */
export type RankedAccount = Pick<
  Account,
  'id' | 'name' | 'displayName' | 'externalId' | 'role' | 'status'
> & {
  readonly parentId: AccountId;
  readonly parentDisplayName: string;
  readonly pages: Decimal;
  readonly trees: Decimal;
  readonly activeAt: Date;
  readonly feeds: number;
  readonly unhealthyFeeds: number;
};

interface Order {
  readonly column: string;
  readonly type: string;
  /** Below and above every value. */
  readonly bounds: readonly [string, string];
  readonly sortOf: (row: RankedAccount) => string;
  /** What `sortOf` wrote. A cursor may also come from a list in another order. */
  readonly readSort: (sort: string) => Date | string;
}

const between = (lowest: number, value: number, highest: number): number =>
  Math.trunc(Math.min(Math.max(value, lowest), highest));

const figures = {
  type: 'numeric',
  bounds: ['-infinity', 'infinity'],
  readSort: (sort: string): string => sort,
} as const;

const orders: Readonly<Record<Ranking, Order>> = {
  trees: { ...figures, column: 'trees', sortOf: ({ trees }) => trees },
  pages: { ...figures, column: 'pages', sortOf: ({ pages }) => pages },
  activity: {
    column: 'active_at',
    type: 'timestamptz',
    bounds: ['-infinity', 'infinity'],
    sortOf: ({ activeAt }) => String(activeAt.getTime()),
    readSort: (sort) => new Date(between(0, Number(sort), 1e14)),
  },
  health: {
    column: 'unhealthy_feeds',
    type: 'integer',
    bounds: ['-1', '2147483647'],
    sortOf: ({ unhealthyFeeds }) => String(unhealthyFeeds),
    readSort: (sort) => String(between(-1, Number(sort), 2_147_483_647)),
  },
};

// Names are looked up for one page only. The ranking of an account only has rows of accounts below it, which is checked once more.
const selectPage = ({ column, type }: Order, direction: Direction) =>
  statement<RankedAccount>(`
  with page as (
    select below_id, pages, trees, active_at, feeds, unhealthy_feeds from account_ranking
    where account_id = $1 and role = $2 and below_id <> account_id
      and (${column}, below_id) ${direction === 'asc' ? '>' : '<'} ($3::${type}, $4::uuid)
    order by ${column} ${direction}, below_id ${direction} limit $5
  )
  select accounts.id, accounts.name, accounts.display_name, accounts.external_id, accounts.role, accounts.status,
    parent.id as parent_id, parent.display_name as parent_display_name, pages, trees, active_at, feeds, unhealthy_feeds
  from page join accounts on accounts.id = below_id and accounts.lineage @> array[$1::uuid]
    join accounts parent on parent.id = accounts.parent_id and parent.lineage @> array[$1::uuid]
  order by ${column} ${direction}, below_id ${direction}`);

const statements = Object.fromEntries(
  rankings.map((ranking) => [
    ranking,
    Object.fromEntries(directions.map((direction) => [direction, selectPage(orders[ranking], direction)])),
  ]),
) as Record<Ranking, Record<Direction, ReturnType<typeof selectPage>>>;

/** Accounts below with one role, at any depth. */
export function listRankedAccounts(
  db: Database,
  account: AccountId,
  { role, sort, direction }: { role: Account['role']; sort: Ranking; direction: Direction },
  { after, limit }: PageRequest,
): Promise<RankedAccount[]> {
  const { bounds, readSort } = orders[sort];
  const [lowest, highest] = bounds;
  const from = after
    ? [readSort(String(after.sort)), after.id]
    : direction === 'asc'
      ? [lowest, lowestId]
      : [highest, highestId];
  return db.rows(statements[sort][direction], [account, role, ...from, limit]);
}

/** The key of a row in the order of a ranking. */
export const rankingKey = (row: RankedAccount, sort: Ranking): { sort: string; id: string } => ({
  sort: orders[sort].sortOf(row),
  id: row.id,
});

const selectIdsBelow = statement<{ belowId: AccountId }>(`
  select below_id from account_ranking where account_id = $1 and below_id > $2 and below_id <> account_id
  order by below_id limit $3`);

/** The accounts below, at any depth, in the order of their ids. */
export const listIdsBelow = async (
  db: Database,
  account: AccountId,
  after: string,
  limit: number,
): Promise<AccountId[]> =>
  (await db.rows(selectIdsBelow, [account, after, limit])).map(({ belowId }) => belowId);

// The ranking of an account only has rows of accounts below it, which is checked once more.
const selectNamesBelow = statement<Pick<Account, 'id' | 'displayName'>>(`
  with below as (
    select below_id from account_ranking where account_id = $1 and below_id <> account_id order by below_id limit $2
  )
  select id, display_name from below join accounts on accounts.id = below_id and lineage @> array[$1::uuid]`);

/** The accounts below, at any depth, by name. */
export const listNamesBelow = (
  db: Database,
  account: AccountId,
  limit: number,
): Promise<Pick<Account, 'id' | 'displayName'>[]> => db.rows(selectNamesBelow, [account, limit]);

/** What an account and those below it have together. */
export type AccountFigures = Pick<
  RankedAccount,
  'id' | 'pages' | 'trees' | 'activeAt' | 'feeds' | 'unhealthyFeeds'
>;

const selectFigures = statement<AccountFigures>(`
  select below_id as id, pages, trees, active_at, feeds, unhealthy_feeds from account_ranking
  where account_id = $1 and below_id = any($2::uuid[])`);

/** The figures of some accounts below. */
export const listFigures = (
  db: Database,
  account: AccountId,
  below: readonly AccountId[],
): Promise<AccountFigures[]> => db.rows(selectFigures, [account, below]);
