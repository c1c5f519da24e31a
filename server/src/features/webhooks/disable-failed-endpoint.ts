import type { AccountId } from '../accounts/account.js';
import { enqueueMails } from '../mail/enqueue-mails.js';
import { recipientsOf } from '../users/recipient-store.js';
import { realTime, type Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { disableEndpoint } from './change-endpoint.js';

/** An endpoint that says it is gone, or has failed for days. Of the latter the account's users do not know yet, so they get a mail. */
export const disableFailedEndpoint = (
  context: Context,
  account: AccountId,
  id: string,
  reason: 'gone' | 'failing',
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const endpoint = await disableEndpoint(tx, account, id, reason);
    if (!endpoint || reason === 'gone') return;
    const event = `webhook-disabled ${id} ${realTime(tx).toISOString()}`;
    const recipients = await recipientsOf(tx.db, account, 'webhooks');
    await enqueueMails(
      tx,
      account,
      recipients.map((to) => ({
        event: `${event} ${to.userId}`,
        to,
        content: { kind: 'webhook-disabled', facts: { endpointId: id, description: endpoint.description } },
      })),
    );
  });
