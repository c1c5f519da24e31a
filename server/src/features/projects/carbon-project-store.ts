import type { Database, Transaction } from '../../database/database.js';
import { lockReference } from '../../database/reference-lock-store.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';

export interface CarbonProject {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly registryName: string;
  readonly pricePerTonne: Decimal;
  readonly status: 'active' | 'complete';
  readonly createdAt: Date;
}

const columns = 'id, name, type, registry_name, price_per_tonne, status, created_at';

const selectSeveral = statement<CarbonProject>(
  `select ${columns} from carbon_projects where id = any($1::uuid[])`,
);

export const findCarbonProjects = (db: Database, ids: readonly string[]): Promise<CarbonProject[]> =>
  db.rows(selectSeveral, [ids]);

const selectAll = statement<CarbonProject>(`select ${columns} from carbon_projects order by created_at, id`);

export const listCarbonProjects = (db: Database): Promise<CarbonProject[]> => db.rows(selectAll);

const selectPage = statement<CarbonProject>(`
  select ${columns} from carbon_projects
  where (created_at, id) > ($1, $2) order by created_at, id limit $3`);

/** Oldest first. */
export const pageOfCarbonProjects = (db: Database, page: PageRequest): Promise<CarbonProject[]> =>
  db.rows(selectPage, pageValues(page, listStart.oldestFirst));

const selectByName = `select ${columns} from carbon_projects where name = $1`;
const lockByName = statement<CarbonProject>(`${selectByName} for update`, { distributed: selectByName });

/** The project with this name, locked until the transaction ends. */
export async function lockCarbonProject(db: Transaction, name: string): Promise<CarbonProject | undefined> {
  await lockReference(db, 'carbon_projects');
  return db.first(lockByName, [name]);
}

const hold = statement('select from carbon_projects where id = $1 for no key update', { distributed: [] });

/** Other transactions that call this for the same project wait until this one ends. */
export async function lockCarbonAllocation(db: Transaction, id: string): Promise<void> {
  if (db.layout === 'distributed') await lockReference(db, `carbon allocation ${id}`);
  else await db.rows(hold, [id]);
}

const selectById = `select ${columns} from carbon_projects where id = $1`;
const lockById = statement<CarbonProject>(`${selectById} for update`, { distributed: selectById });

/** The project, locked until the transaction ends. */
export async function lockCarbonProjectById(db: Transaction, id: string): Promise<CarbonProject | undefined> {
  await lockReference(db, 'carbon_projects');
  return db.first(lockById, [id]);
}

const update = statement<CarbonProject>(`
  update carbon_projects set name = $2, type = $3, registry_name = $4, price_per_tonne = $5, status = $6
  where id = $1 returning ${columns}`);

export async function updateCarbonProject(db: Transaction, project: CarbonProject): Promise<CarbonProject> {
  const { id, name, type, registryName, pricePerTonne, status } = project;
  const [row] = await db.rows(update, [id, name, type, registryName, pricePerTonne, status]);
  return row as CarbonProject;
}

const upsert = statement<SavedCarbonProject>(`
  insert into carbon_projects (id, name, type, registry_name, price_per_tonne, status, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (name) do update set type = excluded.type, registry_name = excluded.registry_name,
    price_per_tonne = excluded.price_per_tonne, status = excluded.status
  returning ${columns}, id = $1 as created`);

export type SavedCarbonProject = CarbonProject & { readonly created: boolean };

/** Matches by name; `created` tells whether it is new. */
export async function upsertCarbonProject(
  db: Transaction,
  project: CarbonProject,
): Promise<SavedCarbonProject> {
  const { id, name, type, registryName, pricePerTonne, status, createdAt } = project;
  const [row] = await db.rows(upsert, [id, name, type, registryName, pricePerTonne, status, createdAt]);
  return row as SavedCarbonProject;
}
