import type { Database } from '../platform/db/database.js';
import { invalid, missing } from '../platform/errors.js';
import { findForestryProject, pickActiveProject, type ForestryProject } from './forestry-project-store.js';

/** `field` is how the caller named it. */
export async function requireActiveProject(
  db: Database,
  id: string,
  field: string,
): Promise<ForestryProject> {
  const project = await findForestryProject(db, id);
  if (!project) throw missing(`${field} names no forestry project`);
  if (project.status !== 'active') throw invalid(`${field} names a forestry project that is complete`);
  return project;
}

/** The id of a random active project. */
export async function requireAnyActiveProject(db: Database): Promise<string> {
  const id = await pickActiveProject(db);
  if (id === undefined) throw invalid('There is no active forestry project to plant in');
  return id;
}
