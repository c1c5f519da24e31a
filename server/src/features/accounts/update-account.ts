import { recordDifference } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation } from '../../database/failures.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { accountEvent, accountFacts, type AccountId } from './account.js';
import { lockAccount, updateAccountNames } from './account-store.js';
import { uniqueSiblingKeys } from './create-account.js';
import { requireFreeRootNames } from './require-free-root-names.js';

export interface AccountChanges {
  readonly name?: string | undefined;
  /** Null: the name is used. */
  readonly displayName?: string | null | undefined;
  /** Null: removes it. */
  readonly externalId?: string | null | undefined;
}

/** Fields that are not given stay unchanged. */
export const updateAccount = (context: Context, id: AccountId, changes: AccountChanges): Promise<void> =>
  inTransaction(context, async (tx) => {
    const account = await lockAccount(tx.db, id);
    if (!account) throw missing('There is no such account');
    const name = changes.name ?? account.name;
    const displayName =
      changes.displayName === undefined ? account.displayName : (changes.displayName ?? name);
    const externalId = changes.externalId === undefined ? account.externalId : changes.externalId;
    const names = { name, displayName, externalId };
    if (account.parentId === null) await requireFreeRootNames(tx.db, names, account);
    await mapUniqueViolation(uniqueSiblingKeys, () => updateAccountNames(tx.db, id, names));
    const updated = { ...account, ...names };
    const isChanged = await recordDifference(tx, id, {
      action: 'account.update',
      subjectId: id,
      before: accountFacts(account),
      after: accountFacts(updated),
    });
    if (isChanged) await recordEvents(tx, id, accountEvent('account.updated', updated));
  });
