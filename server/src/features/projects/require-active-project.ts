import type { Database } from '../../database/database.js';
import { invalid, missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import { findCarbonProjects } from './carbon-project-store.js';
import { findForestryProject, pickActiveProject, type ForestryProject } from './forestry-project-store.js';

/** `field`: the name of the field in the request. */
export async function requireActiveProject(
  db: Database,
  id: string,
  field: string,
): Promise<ForestryProject> {
  const project = await findForestryProject(db, id);
  requireActiveStatus(project?.status, field);
  return project as ForestryProject;
}

/** `status`: of the project, if it was found. */
export function requireActiveStatus(
  status: ForestryProject['status'] | null | undefined,
  field: string,
): void {
  if (status == null) throw missing(`${field}: there is no such forestry project`, field);
  if (status !== 'active')
    throw invalid(`${field}: this forestry project is complete`, { code: 'project-complete', field });
}

/** The id of a random active project. */
export async function requireAnyActiveProject(db: Database): Promise<string> {
  const id = await pickActiveProject(db);
  if (id === undefined) throw invalid('There is no active forestry project', { code: 'no-active-project' });
  return id;
}

/** Throws if an id belongs to no project or to a complete one. `projects` are those that were found. */
export function requireActive(
  ids: readonly string[],
  projects: readonly { id: string; status: string }[],
  field: string,
): void {
  const statuses = new Map(projects.map(({ id, status }) => [id, status]));
  const absent = ids.find((id) => !statuses.has(id));
  if (absent !== undefined) throw missing(`${field}: there is no project ${absent}`, field);
  const complete = ids.find((id) => statuses.get(id) !== 'active');
  if (complete !== undefined)
    throw invalid(`${field}: this project is complete: ${complete}`, {
      code: 'project-complete',
      field,
    });
}

/** Throws if an account cannot have these carbon projects. */
export async function requireCarbonProjects(
  db: Database,
  ids: readonly string[],
  field: string,
): Promise<void> {
  requireActive(ids, await findCarbonProjects(db, ids.filter(isUuid)), field);
  if (new Set(ids).size < ids.length)
    throw invalid(`${field} must not contain a project twice`, { code: 'project-twice', field });
}
