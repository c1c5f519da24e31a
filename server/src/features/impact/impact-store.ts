import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { PlantedProject } from '../projects/account-planting-store.js';

// Those that are counted, and the few that are not counted yet.
const selectPlantedOfTree = statement<PlantedProject>(
  `select project_id as id, sum(trees) as trees from (
     select account_id, project_id, trees from account_plantings
     union all
     select account_id, project_id, trees from project_plantings
   ) planted join accounts on accounts.id = planted.account_id
   where lineage @> array[$1::uuid] group by project_id having sum(trees) > 0 order by sum(trees) desc, project_id`,
);

/** Projects in which the account and those below it have trees, those with most first. */
export const listPlantedProjectsOfTree = (db: Database, account: AccountId): Promise<PlantedProject[]> =>
  db.rows(selectPlantedOfTree, [account]);

/** A project on the map. */
interface MappedProject {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Empty: none. */
  readonly website: string;
}

const selectProjects = statement<MappedProject>(`
  select id, name, forest_latitude as latitude, forest_longitude as longitude, website
  from forestry_projects
  where id = any($1::uuid[])`);

export interface ImpactProject extends MappedProject {
  readonly trees: Decimal;
}

/** In the given order. */
export async function findImpactProjects(
  db: Database,
  planted: readonly PlantedProject[],
): Promise<ImpactProject[]> {
  const rows = await db.rows(selectProjects, [planted.map(({ id }) => id)]);
  const found = new Map(rows.map((project) => [project.id, project]));
  return planted.flatMap(({ id, trees }) => {
    const project = found.get(id);
    return project ? [{ ...project, trees }] : [];
  });
}
