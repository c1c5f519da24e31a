import type { AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { deleteOrder as removeOrder, lockOrder } from './order-store.js';

/** Once placed, an order stays. */
export const deleteOrder = ({ db }: Context, account: AccountId, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, account, id);
    if (!order) throw missing('There is no such order');
    if (order.status === 'placed') throw invalid('This order has been placed: it cannot be deleted');
    await removeOrder(tx, account, id);
  });
