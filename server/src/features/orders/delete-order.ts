import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { deleteOrder as removeOrder, lockOrder, orderEvent, orderFacts } from './order-store.js';

/** A placed order cannot be deleted. */
export const deleteOrder = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const order = await lockOrder(tx.db, account, id);
    if (!order) throw missing('There is no such order');
    if (order.status === 'placed')
      throw invalid('This order has been placed and can no longer be deleted', { code: 'order-placed' });
    await removeOrder(tx.db, account, id);
    await recordChange(tx, account, { action: 'order.delete', subjectId: id, before: orderFacts(order) });
    await recordEvents(tx, account, orderEvent('order.deleted', order));
  });
