import type { Database, Transaction } from '../../database/database.js';
import { lockReference } from '../../database/reference-lock-store.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { isUuid } from '../../platform/ids.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';

export interface ForestryProject {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'complete';
  /** Completed because its capacity was used up; reopened when capacity is free again. */
  readonly completedByCapacity: boolean;
  readonly forestLatitude: number;
  readonly forestLongitude: number;
  readonly contentLogo: string;
  readonly contentMasthead: string;
  readonly contentIntroduction: string;
  readonly contentBodyHtml: string;
  readonly contentImages: readonly string[];
  /** An http or https address of its own; empty: none. */
  readonly website: string;
  /** A region or town, shown beside the country; empty: none. */
  readonly place: string;
  readonly capacityTrees: Decimal | null;
  readonly plantedTrees: Decimal;
  readonly createdAt: Date;
}

export const forestryProjectColumns = `forestry_projects.id, name, status, forest_latitude, forest_longitude,
  content_logo, content_masthead, content_introduction, content_body_html, content_images, website, place,
  capacity_trees, planted_trees, completed_by_capacity, created_at`;

const selectById = `select ${forestryProjectColumns} from forestry_projects where id = $1`;
const select = statement<ForestryProject>(selectById);

export const findForestryProject = (db: Database, id: string): Promise<ForestryProject | undefined> =>
  db.first(select, [id]);

const selectSeveral = statement<ForestryProject>(
  `select ${forestryProjectColumns} from forestry_projects where id = any($1::uuid[])`,
);

export const findForestryProjects = (db: Database, ids: readonly string[]): Promise<ForestryProject[]> =>
  db.rows(selectSeveral, [ids]);

const selectNames = statement<{ id: string; name: string }>(
  'select id, name from forestry_projects where id = any($1::uuid[])',
);

export const namesOfProjects = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectNames, [ids])).map(({ id, name }) => [id, name]));

export interface NamedPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Empty: none. */
  readonly place: string;
}

const selectPlaces = statement<NamedPlace & { id: string }>(`
  select id, name, forest_latitude as latitude, forest_longitude as longitude, place
  from forestry_projects where id = any($1::uuid[])`);

export const placesOfProjects = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedPlace>> =>
  new Map((await db.rows(selectPlaces, [ids])).map(({ id, ...place }) => [id, place]));

const selectNamed = statement<{ id: string; name: string }>(
  'select id, name from forestry_projects where name = any($1::text[]) or id = any($2::uuid[])',
);

/** Projects that are called, or have as their ids, what a file says. By both. */
export async function findProjectsCalled(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  const found = await db.rows(selectNamed, [names, names.filter(isUuid)]);
  return new Map(
    found.flatMap((project) => [[project.id, project] as const, [project.name, project] as const]),
  );
}

const selectPage = statement<ForestryProject>(`
  select ${forestryProjectColumns} from forestry_projects
  where (created_at, id) > ($1, $2) order by created_at, id limit $3`);

export const listForestryProjects = (db: Database, page: PageRequest): Promise<ForestryProject[]> =>
  db.rows(selectPage, pageValues(page, listStart.oldestFirst));

const selectRandomActive = statement<{ id: string }>(
  `select id from forestry_projects where status = 'active' order by random() limit 1`,
);

export const pickActiveProject = async (db: Database): Promise<string | undefined> =>
  (await db.first(selectRandomActive))?.id;

const selectActiveIds = statement<{ id: string }>(
  "select id from forestry_projects where status = 'active' order by id",
);

export const activeProjectIds = async (db: Database): Promise<string[]> =>
  (await db.rows(selectActiveIds)).map(({ id }) => id);

const selectByName = `select ${forestryProjectColumns} from forestry_projects where name = $1`;
const lockByName = statement<ForestryProject>(`${selectByName} for update`, { distributed: selectByName });

/** The project with this name, locked until the transaction ends. */
export async function lockForestryProject(
  db: Transaction,
  name: string,
): Promise<ForestryProject | undefined> {
  await lockForestryProjects(db);
  return db.first(lockByName, [name]);
}

/** On a distributed store, keeps others from changing forestry projects until the transaction ends. */
export const lockForestryProjects = (db: Transaction): Promise<void> =>
  lockReference(db, 'forestry_projects');

const lockById = statement<ForestryProject>(`${selectById} for update`, { distributed: selectById });

/** The project, locked until the transaction ends. */
export async function lockForestryProjectById(
  db: Transaction,
  id: string,
): Promise<ForestryProject | undefined> {
  await lockForestryProjects(db);
  return db.first(lockById, [id]);
}

const update = statement<ForestryProject>(`
  update forestry_projects set name = $2, status = $3, forest_latitude = $4, forest_longitude = $5, content_logo = $6,
    content_masthead = $7, content_introduction = $8, content_body_html = $9, content_images = $10, capacity_trees = $11,
    completed_by_capacity = $12, website = $13, place = $14
  where id = $1 returning ${forestryProjectColumns}`);

export async function updateForestryProject(
  db: Transaction,
  project: ForestryProject,
): Promise<ForestryProject> {
  const [row] = await db.rows(update, fieldsOf(project));
  return row as ForestryProject;
}

const fieldsOf = (project: Omit<NewForestryProject, 'createdAt'>): unknown[] => [
  project.id,
  project.name,
  project.status,
  project.forestLatitude,
  project.forestLongitude,
  project.contentLogo,
  project.contentMasthead,
  project.contentIntroduction,
  project.contentBodyHtml,
  project.contentImages,
  project.capacityTrees,
  project.completedByCapacity ?? false,
  project.website ?? '',
  project.place ?? '',
];

const upsert = statement<SavedForestryProject>(`
  insert into forestry_projects (id, name, status, forest_latitude, forest_longitude, content_logo, content_masthead,
    content_introduction, content_body_html, content_images, capacity_trees, completed_by_capacity, website, place,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict (name) do update set status = excluded.status, forest_latitude = excluded.forest_latitude,
    forest_longitude = excluded.forest_longitude, content_logo = excluded.content_logo,
    content_masthead = excluded.content_masthead, content_introduction = excluded.content_introduction,
    content_body_html = excluded.content_body_html, content_images = excluded.content_images,
    capacity_trees = excluded.capacity_trees, completed_by_capacity = excluded.completed_by_capacity,
    website = excluded.website, place = excluded.place
  returning ${forestryProjectColumns}, forestry_projects.id = $1 as created`);

export type NewForestryProject = Omit<
  ForestryProject,
  'plantedTrees' | 'completedByCapacity' | 'website' | 'place'
> &
  Partial<Pick<ForestryProject, 'completedByCapacity' | 'website' | 'place'>>;
export type SavedForestryProject = ForestryProject & { readonly created: boolean };

/** Matches by name; `created` tells whether it is new. */
export async function upsertForestryProject(
  db: Transaction,
  project: NewForestryProject,
): Promise<SavedForestryProject> {
  const [row] = await db.rows(upsert, [...fieldsOf(project), project.createdAt]);
  return row as SavedForestryProject;
}
