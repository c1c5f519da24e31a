import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';

// One statement, so that a planting leaves the waiting table in the same instant in which the total grows. Projects are
// locked in the order of their ids, and a project is completed only by its own capacity.
const fold = statement<{ id: string }>(`
  with waiting as (
    delete from project_plantings
    where (account_id, id) in (
      select account_id, id from project_plantings limit $1 for update skip locked
    )
    returning project_id, trees
  ), planted as (
    select project_id, sum(trees) as trees from waiting group by project_id order by project_id
  )
  update forestry_projects set
    planted_trees = planted_trees + planted.trees,
    status = case when planted_trees + planted.trees >= capacity_trees then 'complete' else status end
  from planted where forestry_projects.id = planted.project_id
  returning forestry_projects.id`);

/** Adds up to that many waiting plantings to their projects' totals; says how many projects were touched. */
export const foldPlantings = async (db: Database, atMost: number): Promise<number> =>
  (await db.rows(fold, [atMost])).length;
