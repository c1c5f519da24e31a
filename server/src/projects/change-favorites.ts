import type { AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { deleteFavorite, insertFavorite, listFavorites } from './favorite-store.js';
import { findForestryProject, type ForestryProject } from './forestry-project-store.js';

/** Adding one twice changes nothing. */
export async function addFavorite(
  { db }: Context,
  account: AccountId,
  projectId: string,
): Promise<ForestryProject[]> {
  const project = await findForestryProject(db, projectId);
  if (!project) throw missing('There is no such forestry project');
  const favorites = await listFavorites(db, account);
  if (favorites.some(({ id }) => id === projectId)) return favorites;
  if (project.status !== 'active') throw invalid('A complete forestry project cannot become a favorite');
  await insertFavorite(db, account, projectId, newId());
  return listFavorites(db, account);
}

export async function removeFavorite(
  { db }: Context,
  account: AccountId,
  projectId: string,
): Promise<ForestryProject[]> {
  if (!(await deleteFavorite(db, account, projectId)))
    throw missing('This forestry project is not a favorite');
  return listFavorites(db, account);
}
