import { recordDifference } from '../audit/audit-store.js';
import { factsOf } from '../audit/facts.js';
import type { Context } from '../platform/context.js';
import { inTransaction } from '../platform/in-transaction.js';
import type { AccountId } from './account.js';
import { accountSettings, saveAccountSettings, type AccountSettings } from './account-settings-store.js';
import { lockAccount } from './account-store.js';

const settingsFacts = factsOf('rate', 'carbonProjectIds');

/** What is not given stays as it is. */
export const changeAccountSettings = (
  context: Context,
  id: AccountId,
  changes: Partial<AccountSettings>,
): Promise<AccountSettings> =>
  inTransaction(context, async (tx) => {
    // Settings may not have a row yet; the account has one to wait at.
    await lockAccount(tx.db, id);
    const kept = await accountSettings(tx.db, id);
    const settings = { ...kept, ...changes };
    await saveAccountSettings(tx.db, id, settings);
    await recordDifference(tx, id, {
      action: 'account_settings.update',
      subjectId: id,
      before: settingsFacts(kept),
      after: settingsFacts(settings),
    });
    return settings;
  });
