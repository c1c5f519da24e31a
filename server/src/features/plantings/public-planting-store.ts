import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { Area, Planting } from './planting.js';

/** What pages tell of a planting. Its area may have thousands of points, so it is read apart. */
export type PublicPlanting = Pick<
  Planting,
  | 'id'
  | 'reference'
  | 'plantedOn'
  | 'trees'
  | 'survivingTrees'
  | 'partner'
  | 'species'
  | 'survival'
  | 'sourceUrl'
>;

export const publicPlantingColumns = [
  'id',
  'reference',
  'planted_on',
  'trees',
  'surviving_trees',
  'partner',
  'species',
  'survival',
  'source_url',
]
  .map((name) => `plantings.${name}`)
  .join(', ');

/** With how many of its trees stand for those of certificates, of any account. */
export type CountedPlanting = PublicPlanting & Pick<Planting, 'coveredTrees'>;

export const countedPlantingColumns = `${publicPlantingColumns}, plantings.covered_trees`;

const selectNewest = statement<CountedPlanting>(`
  select ${countedPlantingColumns} from plantings where project_id = $1
  order by planted_on desc, id desc limit $2`);

export const newestPlantings = (db: Database, projectId: string, limit: number): Promise<CountedPlanting[]> =>
  db.rows(selectNewest, [projectId, limit]);

const countAll = statement<{ plantings: number }>(
  'select count(*)::integer as plantings from plantings where project_id = $1',
);

export const countPlantings = async (db: Database, projectId: string): Promise<number> =>
  (await db.first(countAll, [projectId]))?.plantings ?? 0;

const selectSpecies = statement<{ name: string }>(`
  select species.name from plantings, unnest(plantings.species) as species (name) where project_id = $1
  group by species.name order by sum(trees) desc, species.name limit $2`);

/** Those of the largest plantings first. */
export const speciesOf = async (db: Database, projectId: string, limit: number): Promise<string[]> =>
  (await db.rows(selectSpecies, [projectId, limit])).map(({ name }) => name);

/** What was planted until the end of a month, and how much of it lived according to the audits until then. */
export interface SurvivalMonth {
  /** Its first day. */
  readonly month: string;
  readonly planted: Decimal;
  readonly surviving: Decimal;
}

// Rounded as in `survivingTrees`, so that the last month has exactly what survives now. Each audit is paired with the one before it by
// reading the list twice, shifted by one: sorting a million audits takes three times as long.
const selectSurvival = statement<SurvivalMonth>(`
  with changes as (
    select to_char(planted_on, 'YYYY-MM') as month, sum(trees) as planted, sum(trees) as surviving
    from plantings where project_id = $1 group by 1
    union all
    select left(audit ->> 'auditedOn', 7), 0,
      sum(trunc(trees * (audit ->> 'rate')::numeric, 6) - trunc(trees * (before ->> 'rate')::numeric, 6))
    from plantings,
      rows from (jsonb_array_elements(survival), jsonb_array_elements('[{"rate": 1}]' || survival)) as audits (audit, before)
    where project_id = $1 and audit is not null group by 1
  )
  select (month || '-01')::date as month, sum(sum(planted)) over months as planted, sum(sum(surviving)) over months as surviving
  from changes group by changes.month window months as (order by changes.month) order by 1`);

/** Only months in which something was planted or counted. */
export const survivalByMonth = (db: Database, projectId: string): Promise<SurvivalMonth[]> =>
  db.rows(selectSurvival, [projectId]);

const selectLargest = statement<{ id: string }>(`
  select id from plantings where project_id = $1 and polygon is not null order by trees desc, id limit $2`);

/** The largest plantings whose area is known. */
export const plantingsWithArea = async (db: Database, projectId: string, limit: number): Promise<string[]> =>
  (await db.rows(selectLargest, [projectId, limit])).map(({ id }) => id);

type PlantedArea = Pick<Planting, 'id' | 'reference' | 'plantedOn' | 'trees'> & { readonly polygon: Area };

const selectAreas = statement<PlantedArea>(
  'select id, reference, planted_on, trees, polygon from plantings where id = any($1::uuid[])',
);

export const areasOf = (db: Database, ids: readonly string[]): Promise<PlantedArea[]> =>
  db.rows(selectAreas, [ids]);
