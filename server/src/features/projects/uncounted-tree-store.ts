import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { addTreesByAccount, type TreesByAccount } from './trees-by-account-store.js';
import { lockForestryProjects } from './forestry-project-store.js';
import type { Decimal } from '../../platform/decimals.js';

// Tables are called by what these rows were once named: project_plantings has uncounted trees, account_plantings the trees of
// an account by project, planting_rollups their sums. They keep their names, because the previous version uses the same schema.

// One statement, so that trees are deleted and added to the total atomically. `held` locks the projects ordered by
// id, so that two concurrent runs cannot deadlock.
const addUp = crossAccountStatement<{ id: string }>(
  'a job adds trees of all accounts to their projects',
  `
  with waiting as (
    delete from project_plantings
    where (account_id, id) in (
      select account_id, id from project_plantings where $2::uuid is null or project_id = $2
      limit $1 for update skip locked
    )
    returning account_id, project_id, trees
  ), counted as (
    insert into account_plantings (account_id, project_id, trees)
    select account_id, project_id, sum(trees) from waiting group by account_id, project_id order by account_id, project_id
    on conflict (account_id, project_id) do update set trees = account_plantings.trees + excluded.trees, rolled = false
  ), planted as (
    select project_id, sum(trees) as trees from waiting group by project_id
  ), held as (
    select id from forestry_projects where id in (select project_id from planted) order by id for no key update
  )
  update forestry_projects set planted_trees = planted_trees + planted.trees
  from planted join held on held.id = planted.project_id
  where forestry_projects.id = held.id
  returning forestry_projects.id`,
  { distributed: [] },
);

// A distributed store does the same in four steps, one process at a time.
const job = 'a job adds trees of all accounts to their projects';
const selectPending = crossAccountStatement<TreesByAccount & { id: string }>(
  job,
  `select account_id, id, project_id, trees from project_plantings where $2::uuid is null or project_id = $2 limit $1`,
);
const removePending = crossAccountStatement(
  job,
  'delete from project_plantings where account_id = any($1::uuid[]) and id = any($2::uuid[])',
);
const addToProjects = statement<{ id: string }>(`
  update forestry_projects set planted_trees = planted_trees + planted.trees
  from (select project_id, sum(trees) as trees from unnest($1::uuid[], $2::numeric[]) as one (project_id, trees)
    group by project_id) planted
  where forestry_projects.id = planted.project_id
  returning forestry_projects.id`);

const addUpInSteps = (db: Database, limit: number, projectId?: string): Promise<number> =>
  db.transaction(async (tx) => {
    await lockForestryProjects(tx);
    const pending = await tx.rows(selectPending, [limit, projectId ?? null]);
    if (pending.length === 0) return 0;
    await tx.rows(removePending, [pending.map(({ accountId }) => accountId), pending.map(({ id }) => id)]);
    await addTreesByAccount(tx, pending);
    const planted = [pending.map((one) => one.projectId), pending.map(({ trees }) => trees)];
    return (await tx.rows(addToProjects, planted)).length;
  });

/**
 * Adds up to `limit` rows of uncounted trees to the totals of their projects, or of one project; returns how many projects
 * changed.
 */
export const addUncountedTrees = async (db: Database, limit: number, projectId?: string): Promise<number> =>
  db.layout === 'distributed'
    ? addUpInSteps(db, limit, projectId)
    : (await db.rows(addUp, [limit, projectId ?? null])).length;

const selectWaiting = crossAccountStatement<{ projectId: string }>(
  'a job adds trees of all accounts to their projects',
  'select distinct project_id from project_plantings order by project_id',
);

/** Projects that have uncounted trees. */
export const projectsWithUncountedTrees = async (db: Database): Promise<string[]> =>
  (await db.rows(selectWaiting)).map(({ projectId }) => projectId);

/** A project whose status changed because of its capacity. */
export interface CappedProject {
  readonly id: string;
  /** Null: the operator has removed the limit. */
  readonly capacityTrees: Decimal | null;
  readonly plantedTrees: Decimal;
}

const changeStatus = (assignments: string, condition: string) => {
  const change = `update forestry_projects set ${assignments}`;
  const returned = 'returning id, capacity_trees, planted_trees';
  return statement<CappedProject>(
    `${change}
     where id in (select id from forestry_projects where ${condition} order by id for no key update)
     ${returned}`,
    { distributed: `${change} where ${condition} ${returned}` },
  );
};

const complete = changeStatus(
  "status = 'complete', completed_by_capacity = true",
  "status = 'active' and planted_trees >= capacity_trees",
);

/** Completes projects whose capacity is used up, by new trees or because the operator lowered it. */
export async function completeFullProjects(db: Transaction): Promise<CappedProject[]> {
  await lockForestryProjects(db);
  return db.rows(complete);
}

const reopen = changeStatus(
  "status = 'active', completed_by_capacity = false",
  `status = 'complete' and completed_by_capacity and (capacity_trees is null or planted_trees < capacity_trees)`,
);

/** Reopens such projects when they have free capacity again, by deletions or because the operator raised it. */
export async function reopenFreedProjects(db: Transaction): Promise<CappedProject[]> {
  await lockForestryProjects(db);
  return db.rows(reopen);
}
