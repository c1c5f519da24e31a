import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import type { AccountId } from './account.js';
import { saveFirstSteps, readFirstSteps, type FirstSteps } from './first-steps-store.js';

const facts = auditedFields('shared', 'dismissed');

/** Notes that a certificate was shared, or that the first steps are not wanted any more. Neither is ever taken back. */
export const changeFirstSteps = (
  context: Context,
  account: AccountId,
  { shared = false, dismissed = false }: { readonly shared?: boolean; readonly dismissed?: boolean },
): Promise<FirstSteps> =>
  inTransaction(context, async (tx) => {
    const before = await readFirstSteps(tx.db, account);
    const now = tx.clock();
    await saveFirstSteps(tx.db, account, {
      sharedAt: shared ? now : null,
      dismissedAt: dismissed ? now : null,
    });
    const after = await readFirstSteps(tx.db, account);
    await recordDifference(tx, account, {
      action: 'account_start.update',
      subjectId: account,
      before: facts(before),
      after: facts(after),
    });
    return after;
  });
