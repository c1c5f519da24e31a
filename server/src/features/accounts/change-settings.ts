import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import type { AccountId } from './account.js';
import { accountSettings, saveAccountSettings, type AccountSettings } from './account-settings-store.js';
import { lockAccount } from './account-store.js';
import { changePublicPage } from './change-public-page.js';
import type { PublicPageSettings } from './public-page-store.js';
import { publicSettings, savePublicSettings, type PublicSettings } from './public-settings-store.js';

/** All settings that the operator can change. The account itself can change all of them except the rate. */
export type OperatorSettings = AccountSettings & PublicSettings;

const settingsFacts = auditedFields('rate', 'carbonProjectIds', 'locale', 'badgeEnabled');

export const operatorSettings = async (db: Database, id: AccountId): Promise<OperatorSettings> => ({
  ...(await accountSettings(db, id)),
  ...(await publicSettings(db, id)),
});

export interface SettingsChanges extends Partial<OperatorSettings> {
  readonly publicPage?: Partial<PublicPageSettings>;
}

/** Settings that are not given stay unchanged. */
export const changeAccountSettings = (
  context: Context,
  id: AccountId,
  { publicPage, ...changes }: SettingsChanges,
): Promise<OperatorSettings> =>
  inTransaction(context, async (tx) => {
    // The settings may not have a row to lock yet; the account always has one.
    await lockAccount(tx.db, id);
    const kept = await operatorSettings(tx.db, id);
    const settings = { ...kept, ...changes };
    await saveAccountSettings(tx.db, id, settings);
    await savePublicSettings(tx.db, id, settings);
    await recordDifference(tx, id, {
      action: 'account_settings.update',
      subjectId: id,
      before: settingsFacts(kept),
      after: settingsFacts(settings),
    });
    if (publicPage) await changePublicPage(tx, id, publicPage);
    return settings;
  });
