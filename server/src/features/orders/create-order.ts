import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation } from '../../database/failures.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { insertOrder, orderEvent, orderFacts, type Order } from './order-store.js';
import { calculateOrder, type OrderedPaper } from './calculate-order.js';

export interface NewOrderInput extends OrderedPaper {
  readonly externalId: string | null | undefined;
}

/** Creates a draft. Everything is calculated and split now, so that the order placed later is the one shown. */
export async function createOrder(
  context: Context,
  account: AccountId,
  input: NewOrderInput,
): Promise<Order> {
  const calculated = await calculateOrder(context.db, account, input);
  const order = {
    ...calculated.order,
    id: newId(),
    externalId: input.externalId ?? null,
    createdAt: context.clock(),
  };
  return inTransaction(context, async (tx) => {
    await recordChange(tx, account, {
      action: 'order.create',
      subjectId: order.id,
      after: orderFacts(order),
    });
    const created = await mapUniqueViolation(
      {
        orders_external_id: {
          message: 'external_id is already taken by another order',
          reason: { code: 'reference-taken', field: 'external_id' },
        },
      },
      () => insertOrder(tx.db, account, order),
    );
    await recordEvents(tx, account, orderEvent('order.created', created));
    return created;
  });
}
