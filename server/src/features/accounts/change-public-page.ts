import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { TransactionContext } from '../../database/context.js';
import { mapUniqueViolation } from '../../database/failures.js';
import { invalid } from '../../platform/errors.js';
import type { AccountId } from './account.js';
import { publicPageSettings, savePublicPageSettings, type PublicPageSettings } from './public-page-store.js';

const pageFacts = auditedFields('slug', 'enabled', 'includeDescendants');

/** Fields that are not given stay unchanged. Runs while the account is locked. A slug that is given up is free at once. */
export async function changePublicPage(
  tx: TransactionContext,
  account: AccountId,
  changes: Partial<PublicPageSettings>,
): Promise<void> {
  const kept = await publicPageSettings(tx.db, account);
  const settings = { ...kept, ...changes };
  const { slug } = settings;
  if (slug === null) {
    if (!settings.enabled && !settings.includeDescendants) return;
    throw invalid('public_page.slug is required', { code: 'required', field: 'public_page.slug' });
  }
  await mapUniqueViolation(
    {
      public_pages_slug: {
        message: 'public_page.slug is already taken by another account',
        reason: { code: 'name-taken', field: 'public_page.slug' },
      },
    },
    () => savePublicPageSettings(tx.db, account, { ...settings, slug }),
  );
  await recordDifference(tx, account, {
    action: 'public_page.update',
    subjectId: account,
    before: pageFacts(kept),
    after: pageFacts(settings),
  });
}
