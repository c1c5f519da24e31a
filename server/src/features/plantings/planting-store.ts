import type { Database } from '../../database/database.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import { statement } from '../../database/statement.js';
import type { Planting } from './planting.js';

const names = [
  'id',
  'project_id',
  'reference',
  'planted_on',
  'trees',
  'partner',
  'species',
  'polygon',
  'survival',
  'source_url',
  'surviving_trees',
  'covered_trees',
  'created_at',
  'updated_at',
];
export const plantingColumns = names.map((name) => `plantings.${name}`).join(', ');

const selectPage = statement<Planting>(`
  select ${plantingColumns} from plantings
  where project_id = $1 and (planted_on, id) > ($2::date, $3::uuid) order by planted_on, id limit $4`);

/** Of a project, the first planted first. */
export const listPlantings = (db: Database, projectId: string, page: PageRequest): Promise<Planting[]> =>
  db.rows(selectPage, [projectId, ...pageValues(page, listStart.oldestFirst)]);

const selectAllPages = statement<Planting>(`
  select ${plantingColumns} from plantings where (planted_on, id) > ($1::date, $2::uuid)
  order by planted_on, id limit $3`);

/** Of all projects. */
export const listAllPlantings = (db: Database, page: PageRequest): Promise<Planting[]> =>
  db.rows(selectAllPages, pageValues(page, listStart.oldestFirst));

const selectByReference = statement<Planting>(
  `select ${plantingColumns} from plantings where reference = $1`,
);

export const findPlanting = (db: Database, reference: string): Promise<Planting | undefined> =>
  db.first(selectByReference, [reference]);

const selectByReferences = statement<Planting>(
  `select ${plantingColumns} from plantings where reference = any($1::text[])`,
);

export const findPlantings = (db: Database, references: readonly string[]): Promise<Planting[]> =>
  db.rows(selectByReferences, [references]);
