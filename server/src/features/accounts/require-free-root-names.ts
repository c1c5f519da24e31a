import type { Transaction } from '../../database/database.js';
import { invalid } from '../../platform/errors.js';
import type { Account } from './account.js';
import { lockRootNames, findRootConflicts } from './root-account-store.js';

/**
 * Throws if another root account has the name or external ID; values that do not change are not checked. Not a unique
 * constraint, because existing installations may have duplicates, which stay valid.
 */
export async function requireFreeRootNames(
  tx: Transaction,
  names: Pick<Account, 'name' | 'externalId'>,
  current?: Account,
): Promise<void> {
  const isNewName = names.name !== current?.name;
  const isNewExternalId = names.externalId !== (current?.externalId ?? null);
  if (!isNewName && !isNewExternalId) return;
  await lockRootNames(tx);
  const taken = await findRootConflicts(tx, names, current?.id);
  if (isNewName && taken.name)
    throw invalid('name is already taken by another root account', { code: 'name-taken', field: 'name' });
  if (isNewExternalId && taken.externalId)
    throw invalid('external_id is already taken by another root account', {
      code: 'reference-taken',
      field: 'external_id',
    });
}
