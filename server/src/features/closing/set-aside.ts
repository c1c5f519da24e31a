import type { AccountId } from '../accounts/account.js';
import { findAnyAccount } from '../accounts/account-store.js';
import { enqueueMailsToMany } from '../mail/enqueue-mails.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { isoDay, isoMonth } from '../../platform/time/months.js';
import { operatorRecipients } from '../users/recipient-store.js';
import { countSetAside, recordFailure } from '../settlements/settlement-progress-store.js';
import { messageWithCauses } from '../../platform/errors.js';

/** Accounts per month that are reported by email. The dashboard, which each email links to, lists all of them. */
const maxNotified = 10;

/** The close continues without an account that could not be settled, and the operator is notified. */
export async function setAside(
  context: Context,
  account: AccountId,
  month: Date,
  error: unknown,
): Promise<void> {
  context.log.error({ err: error, account }, 'an account could not be settled and was set aside');
  const reason = messageWithCauses(error);
  await inTransaction(context, async (tx) => {
    await recordFailure(tx.db, account, month, reason);
    const known = (await countSetAside(tx.db)).get(isoDay(month)) ?? 0;
    if (known <= maxNotified) await notifyOperators(tx, account, month, reason);
  });
}

/** The event is the same at every attempt, so each recipient gets one email per account and month. */
async function notifyOperators(
  tx: TransactionContext,
  accountId: AccountId,
  month: Date,
  reason: string,
): Promise<void> {
  const account = (await findAnyAccount(tx.db, accountId))?.displayName ?? accountId;
  const facts = { month: isoDay(month), accountId, account, reason };
  await enqueueMailsToMany(
    tx,
    (await operatorRecipients(tx.db, 'set-aside')).map((to) => ({
      event: `set-aside ${isoMonth(month)} ${accountId} ${to.userId}`,
      to,
      content: { kind: 'account-set-aside', facts },
    })),
  );
}
