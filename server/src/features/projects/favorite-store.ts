import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import { forestryProjectColumns, type ForestryProject } from './forestry-project-store.js';

/** `favoriteId` increases with every favorite added. */
export type Favorite = ForestryProject & { readonly favoriteId: string };

const selectPage = statement<Favorite>(`
  select ${forestryProjectColumns}, favorite_projects.id as favorite_id from favorite_projects
  join forestry_projects on forestry_projects.id = favorite_projects.project_id
  where account_id = $1 and favorite_projects.id > $2
  order by favorite_projects.id limit $3`);

/** In the order they were added. */
export function listFavorites(
  db: Database,
  account: AccountId,
  page: PageRequest = whole,
): Promise<Favorite[]> {
  const [, after, limit] = pageValues(page, listStart.oldestFirst);
  return db.rows(selectPage, [account, after, limit]);
}

const selectOne = statement<{ id: string }>(
  'select id from favorite_projects where account_id = $1 and project_id = $2',
);

export const isFavorite = async (db: Database, account: AccountId, projectId: string): Promise<boolean> =>
  (await db.first(selectOne, [account, projectId])) !== undefined;

const whole: PageRequest = { after: undefined, limit: 1_000_000 };

const selectActiveOfSeveral = crossAccountStatement<{ accountId: AccountId; projectIds: string[] }>(
  'a close settles several accounts in one transaction',
  `select account_id, array_agg(project_id order by favorite_projects.id) as project_ids from favorite_projects
   join forestry_projects on forestry_projects.id = project_id and status = 'active'
   where account_id = any($1::uuid[]) group by account_id`,
);

/** The active favorites by account, in the order they were added. */
export const activeFavoritesOf = async (
  db: Database,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, readonly string[]>> =>
  new Map(
    (await db.rows(selectActiveOfSeveral, [accounts])).map(({ accountId, projectIds }) => [
      accountId,
      projectIds,
    ]),
  );

const insert = statement<{ id: string }>(`
  insert into favorite_projects (account_id, project_id, id) values ($1, $2, $3) on conflict do nothing returning id`);

/** False if it was a favorite already. */
export const insertFavorite = async (
  db: Transaction,
  account: AccountId,
  projectId: string,
  id: string,
): Promise<boolean> => (await db.first(insert, [account, projectId, id])) !== undefined;

const remove = statement<{ id: string }>(
  'delete from favorite_projects where account_id = $1 and project_id = $2 returning id',
);

export const deleteFavorite = async (
  db: Transaction,
  account: AccountId,
  projectId: string,
): Promise<boolean> => (await db.first(remove, [account, projectId])) !== undefined;
