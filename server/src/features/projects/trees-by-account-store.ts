import type { AccountId } from '../accounts/account.js';
import type { Level } from '../accounts/accounts-of-level.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { decimal, type Decimal } from '../../platform/decimals.js';

const job = 'a job counts the trees that accounts have in each project';

export interface TreesByAccount {
  readonly accountId: AccountId;
  readonly projectId: string;
  readonly trees: Decimal;
}

const row = columnParameters(1, {
  accountId: 'uuid',
  projectId: 'uuid',
  trees: 'numeric',
} satisfies ColumnTypes<keyof TreesByAccount>);

const add = crossAccountStatement(
  job,
  `insert into account_plantings as planted (account_id, project_id, trees)
   select account_states.account_id, project_id, sum(trees) ${unnestOnShard(row.lists, 'project_id, trees')}
   group by account_states.account_id, project_id order by account_states.account_id, project_id
   on conflict (account_id, project_id) do update set trees = planted.trees + excluded.trees, rolled = false`,
);

export async function addTreesByAccount(db: Transaction, trees: readonly TreesByAccount[]): Promise<void> {
  if (trees.length > 0) await db.rows(add, row.listsOf(trees));
}

export interface PlantedProject {
  readonly id: string;
  readonly trees: Decimal;
  /** Those that plantings cover. */
  readonly covered: Decimal;
}

/** Trees that no planting covers yet. */
export const pendingOf = ({ trees, covered }: Omit<PlantedProject, 'id'>): Decimal =>
  decimal(trees).minus(covered).toFixed();

// Those of the account itself that are counted, and the few that are not counted yet.
const own = `
  select project_id, trees, covered_trees from account_plantings where account_id = $1
  union all
  select project_id, trees, 0 from project_plantings where account_id = $1`;

const below = 'select project_id, trees, covered_trees from planting_rollups where account_id = $1';

// Trees of an offset that was deleted stay covered until a job has freed them.
const select = (rows: string) =>
  statement<PlantedProject>(`
  select project_id as id, sum(trees) as trees, least(sum(covered_trees), sum(trees)) as covered from (${rows}) planted
  group by project_id having sum(trees) > 0 order by sum(trees) desc, project_id`);

const statements: Readonly<Record<Level, ReturnType<typeof select>>> = {
  own: select(own),
  below: select(below),
  together: select(`${own} union all ${below}`),
};

/** Projects in which the accounts of a level have trees, those with most first. Costs the same whatever their number. */
export const listPlantedProjects = (
  db: Database,
  account: AccountId,
  level: Level,
): Promise<PlantedProject[]> => db.rows(statements[level], [account]);

export type PlantedTotal = Omit<PlantedProject, 'id'>;

const selectTotals = crossAccountStatement<PlantedTotal & { accountId: AccountId }>(
  'mails tell many accounts what of their trees is planted',
  `select account_id, sum(trees) as trees, sum(covered) as covered from (
     select account_id, project_id, sum(trees) as trees, least(sum(covered_trees), sum(trees)) as covered from (
       select account_id, project_id, trees, covered_trees from account_plantings where account_id = any($1::uuid[])
       union all
       select account_id, project_id, trees, 0 from project_plantings where account_id = any($1::uuid[])
     ) planted group by account_id, project_id having sum(trees) > 0
   ) by_project group by account_id`,
);

/** What each of the accounts itself has, in all projects. Accounts without trees are left out. */
export const plantedTotals = async (
  db: Database,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, PlantedTotal>> =>
  new Map((await db.rows(selectTotals, [accounts])).map(({ accountId, ...total }) => [accountId, total]));

const selectAccounts = crossAccountStatement<{ accountId: AccountId }>(
  'all accounts that have trees in a project are told that it is complete',
  `select account_id from (
     select account_id, trees from account_plantings where project_id = $1 and account_id > $2
     union all
     select account_id, trees from project_plantings where project_id = $1 and account_id > $2
   ) planted group by account_id having sum(trees) > 0 order by account_id limit $3`,
);

/** Accounts that have trees in the project, by id. */
export const accountsWithTreesIn = async (
  db: Database,
  projectId: string,
  { after, limit }: { after: string; limit: number },
): Promise<AccountId[]> =>
  (await db.rows(selectAccounts, [projectId, after, limit])).map(({ accountId }) => accountId);

const selectUncounted = crossAccountStatement<{ accountId: AccountId }>(
  job,
  `select account_id from (
     select account_id, trees from account_volume where account_id = any($1::uuid[])
     union all
     select account_id, -trees from account_plantings where account_id = any($1::uuid[])
     union all
     select account_id, -trees from project_plantings where account_id = any($1::uuid[])
   ) entries group by account_id having sum(trees) <> 0`,
);

// All of one snapshot, so what is missing can be added even while others are written and counted.
const selectMissing = crossAccountStatement<TreesByAccount>(
  job,
  `select account_id, project_id, sum(trees) as trees from (
     select account_id, project_id, trees from biomass_offsets where account_id = any($1::uuid[])
     union all
     select account_id, project_id, -trees from account_plantings where account_id = any($1::uuid[])
     union all
     select account_id, project_id, -trees from project_plantings where account_id = any($1::uuid[])
   ) entries group by account_id, project_id having sum(trees) <> 0`,
);

/** Adds trees that a version without this counter has counted. Goes through the offsets of accounts that lack some, only. */
export async function addMissingTrees(db: Transaction, accounts: readonly AccountId[]): Promise<void> {
  const lacking = await db.rows(selectUncounted, [accounts]);
  if (lacking.length === 0) return;
  await addTreesByAccount(db, await db.rows(selectMissing, [lacking.map(({ accountId }) => accountId)]));
}
