import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import type { AccountId } from './account.js';
import { saveStart, startOf, type Start } from './start-store.js';

const facts = auditedFields('shared', 'dismissed');

/** Notes that a certificate was shared, or that the first steps are not wanted any more. Neither is ever taken back. */
export const changeStart = (
  context: Context,
  account: AccountId,
  { shared = false, dismissed = false }: { readonly shared?: boolean; readonly dismissed?: boolean },
): Promise<Start> =>
  inTransaction(context, async (tx) => {
    const before = await startOf(tx.db, account);
    const now = tx.clock();
    await saveStart(tx.db, account, {
      sharedAt: shared ? now : null,
      dismissedAt: dismissed ? now : null,
    });
    const after = await startOf(tx.db, account);
    await recordDifference(tx, account, {
      action: 'account_start.update',
      subjectId: account,
      before: facts(before),
      after: facts(after),
    });
    return after;
  });
