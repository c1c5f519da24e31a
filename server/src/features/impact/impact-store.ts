import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { PlantedProject } from '../projects/trees-by-account-store.js';

/** A project on the map. */
interface MappedProject {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Empty: none. */
  readonly website: string;
  /** A region or town. Empty: none. */
  readonly place: string;
}

const selectProjects = statement<MappedProject>(`
  select id, name, forest_latitude as latitude, forest_longitude as longitude, website, place
  from forestry_projects
  where id = any($1::uuid[])`);

export interface ImpactProject extends MappedProject {
  readonly trees: Decimal;
  /** What of these plantings cover. */
  readonly covered: Decimal;
}

/** In the given order. */
export async function findImpactProjects(
  db: Database,
  planted: readonly PlantedProject[],
): Promise<ImpactProject[]> {
  const rows = await db.rows(selectProjects, [planted.map(({ id }) => id)]);
  const found = new Map(rows.map((project) => [project.id, project]));
  return planted.flatMap(({ id, trees, covered }) => {
    const project = found.get(id);
    return project ? [{ ...project, trees, covered }] : [];
  });
}
