import type { Database } from '../../database/database.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import { statement } from '../../database/statement.js';
import { countedPlantingColumns, type CountedPlanting } from './public-planting-store.js';

/** A planting in the operator's list. */
export interface ListedPlanting extends CountedPlanting {
  readonly projectId: string;
  readonly projectName: string;
}

const selectFrom = `select ${countedPlantingColumns}, project_id, forestry_projects.name as project_name
  from plantings join forestry_projects on forestry_projects.id = project_id`;

const selectPage = statement<ListedPlanting>(`
  ${selectFrom} where (planted_on, plantings.id) < (($1::timestamptz at time zone 'UTC')::date, $2::uuid)
  order by planted_on desc, plantings.id desc limit $3`);

/** Of all projects, those planted last first. */
export const newestOfAllPlantings = (db: Database, page: PageRequest): Promise<ListedPlanting[]> =>
  db.rows(selectPage, pageValues(page, listStart.newestFirst));

const selectOne = statement<ListedPlanting>(`${selectFrom} where plantings.id = $1`);

export const findListedPlanting = (db: Database, id: string): Promise<ListedPlanting | undefined> =>
  db.first(selectOne, [id]);
