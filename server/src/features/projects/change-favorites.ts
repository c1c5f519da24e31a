import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { deleteFavorite, insertFavorite, isFavorite, listFavorites } from './favorite-store.js';
import type { ForestryProject } from './forestry-project-store.js';

/** Adding a favorite twice changes nothing. */
export async function addFavorite(
  context: Context,
  account: AccountId,
  { id: projectId, status }: Pick<ForestryProject, 'id' | 'status'>,
): Promise<ForestryProject[]> {
  const { db } = context;
  if (status !== 'active' && !(await isFavorite(db, account, projectId)))
    throw invalid('A complete forestry project cannot become a favorite', { code: 'project-complete' });
  await inTransaction(context, async (tx) => {
    if (!(await insertFavorite(tx.db, account, projectId, newId()))) return;
    const after = { project_id: projectId };
    await recordChange(tx, account, { action: 'favorite_project.add', subjectId: projectId, after });
  });
  return listFavorites(db, account);
}

export async function removeFavorite(
  context: Context,
  account: AccountId,
  projectId: string,
): Promise<ForestryProject[]> {
  await inTransaction(context, async (tx) => {
    if (!(await deleteFavorite(tx.db, account, projectId)))
      throw missing('This forestry project is not a favorite');
    const before = { project_id: projectId };
    await recordChange(tx, account, { action: 'favorite_project.remove', subjectId: projectId, before });
  });
  return listFavorites(context.db, account);
}
