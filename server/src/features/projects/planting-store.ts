import type { Database, Transaction } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';

// One statement, so that a planting is deleted and added to the total atomically. `held` locks the projects ordered by
// id, so that two concurrent runs cannot deadlock.
const addUp = acrossAccounts<{ id: string }>(
  'a job adds plantings of all accounts to their projects',
  `
  with waiting as (
    delete from project_plantings
    where (account_id, id) in (
      select account_id, id from project_plantings where $2::uuid is null or project_id = $2
      limit $1 for update skip locked
    )
    returning project_id, trees
  ), planted as (
    select project_id, sum(trees) as trees from waiting group by project_id
  ), held as (
    select id from forestry_projects where id in (select project_id from planted) order by id for no key update
  )
  update forestry_projects set planted_trees = planted_trees + planted.trees
  from planted join held on held.id = planted.project_id
  where forestry_projects.id = held.id
  returning forestry_projects.id`,
);

/**
 * Adds up to `atMost` pending plantings to the totals of their projects, or of one project; returns how many projects
 * changed.
 */
export const addPendingPlantings = async (
  db: Database,
  atMost: number,
  projectId?: string,
): Promise<number> => (await db.rows(addUp, [atMost, projectId ?? null])).length;

const selectWaiting = acrossAccounts<{ projectId: string }>(
  'a job adds plantings of all accounts to their projects',
  'select distinct project_id from project_plantings order by project_id',
);

/** Projects that have pending plantings. */
export const projectsWithPendingPlantings = async (db: Database): Promise<string[]> =>
  (await db.rows(selectWaiting)).map(({ projectId }) => projectId);

/** A project whose status changed because of its capacity. */
export interface CappedProject {
  readonly id: string;
  /** Null: the operator has removed the limit. */
  readonly capacityTrees: Decimal | null;
  readonly plantedTrees: Decimal;
}

const complete = statement<CappedProject>(`
  update forestry_projects set status = 'complete', completed_by_capacity = true
  where id in (
    select id from forestry_projects where status = 'active' and planted_trees >= capacity_trees
    order by id for no key update
  )
  returning id, capacity_trees, planted_trees`);

/** Completes projects whose capacity is used up, by plantings or because the operator lowered it. */
export const completeFullProjects = (db: Transaction): Promise<CappedProject[]> => db.rows(complete);

const reopen = statement<CappedProject>(`
  update forestry_projects set status = 'active', completed_by_capacity = false
  where id in (
    select id from forestry_projects
    where status = 'complete' and completed_by_capacity and (capacity_trees is null or planted_trees < capacity_trees)
    order by id for no key update
  )
  returning id, capacity_trees, planted_trees`);

/** Reopens such projects when they have free capacity again, by deletions or because the operator raised it. */
export const reopenFreedProjects = (db: Transaction): Promise<CappedProject[]> => db.rows(reopen);
