import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import type { ForestryProject } from '../projects/forestry-project-store.js';

export interface PlantingFigures {
  /** Trees of all plantings. */
  readonly planted: Decimal;
  readonly surviving: Decimal;
  /** Trees of certificates. */
  readonly certified: Decimal;
  /** Trees of certificates that are covered by plantings. */
  readonly covered: Decimal;
  /** Trees of certificates that wait for a planting. */
  readonly pending: Decimal;
}

type Sums = Pick<PlantingFigures, 'planted' | 'surviving' | 'covered'>;

const select = statement<Sums & { projectId: string }>(`
  select project_id, sum(trees) as planted, sum(surviving_trees) as surviving, sum(covered_trees) as covered
  from plantings where project_id = any($1::uuid[]) group by project_id`);

/** By the ids of the projects. */
export async function plantingFigures(
  db: Database,
  projects: readonly Pick<ForestryProject, 'id' | 'plantedTrees'>[],
): Promise<ReadonlyMap<string, PlantingFigures>> {
  const rows = await db.rows(select, [projects.map(({ id }) => id)]);
  const sums = new Map(rows.map(({ projectId, ...sum }) => [projectId, sum]));
  return new Map(projects.map(({ id, plantedTrees }) => [id, figuresOf(sums.get(id), plantedTrees)]));
}

const selectCovered = statement<Pick<Sums, 'covered'> & { projectId: string }>(
  'select project_id, sum(covered_trees) as covered from plantings group by project_id',
);

/** Of all projects that have plantings. */
export const sumCoveredByProject = (
  db: Database,
): Promise<(Pick<PlantingFigures, 'covered'> & { projectId: string })[]> => db.rows(selectCovered);

const none: Sums = { planted: '0', surviving: '0', covered: '0' };

/** Jobs count trees, cover them and free those of withdrawn certificates one after the other, so in between more can be covered. */
function figuresOf({ planted, surviving, covered }: Sums = none, certified: Decimal): PlantingFigures {
  const pending = decimal(certified).minus(covered);
  return { planted, surviving, certified, covered, pending: pending.lt(0) ? '0' : pending.toFixed() };
}
