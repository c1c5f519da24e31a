import { Type } from '@sinclair/typebox';
import type { Account } from '../../features/accounts/account.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { addFavorite, removeFavorite } from '../../features/projects/change-favorites.js';
import { isFavorite, listFavorites } from '../../features/projects/favorite-store.js';
import {
  findForestryProject,
  type ForestryProject as ForestryProjectRow,
} from '../../features/projects/forestry-project-store.js';
import { list, route } from '../route.js';
import { ForestryProject, presentForestryProject } from '../../wire/forestry-project.js';

const Favorites = Type.Array(ForestryProject);

export const favoriteProjectRoutes = [
  list({
    operation: 'listFavoriteProjects',
    path: '/projects',
    summary: 'Favorite forestry projects, in the order they were added',
    item: ForestryProject,
    sortedBy: 'name',
    page: ({ context, account }, page) => listFavorites(context.db, account.id, page),
    keyOf: ({ favoriteId }) => ({ sort: favoriteId, id: favoriteId }),
    present: presentForestryProject,
  }),
  route({
    operation: 'addFavoriteProject',
    method: 'POST',
    path: '/projects/:id',
    summary: 'Add a favorite',
    reply: Favorites,
    find: requireProject,
    handle: async ({ context, account, found }) =>
      (await addFavorite(context, account.id, found)).map(presentForestryProject),
  }),
  route({
    operation: 'removeFavoriteProject',
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Remove a favorite',
    reply: Favorites,
    find: requireFavorite,
    handle: async ({ context, account, id }) =>
      (await removeFavorite(context, account.id, id)).map(presentForestryProject),
  }),
];

async function requireProject({ db }: Context, _: Account, id: string): Promise<ForestryProjectRow> {
  const project = await findForestryProject(db, id);
  if (!project) throw missing('There is no such forestry project');
  return project;
}

async function requireFavorite({ db }: Context, account: Account, id: string): Promise<void> {
  if (!(await isFavorite(db, account.id, id))) throw missing('This forestry project is not a favorite');
}
