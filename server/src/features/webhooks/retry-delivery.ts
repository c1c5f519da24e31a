import { recordChange } from '../audit/audit-store.js';
import { realTime, type Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { missing } from '../../platform/errors.js';
import { announceChange } from './endpoint-change-store.js';
import { requestAttempt, type Delivery } from './delivery-store.js';
import type { Endpoint } from './endpoint-store.js';

/** Sends it again now, whatever came of it. A disabled endpoint gets it once it is enabled. */
export const retryDelivery = (context: Context, endpoint: Endpoint, deliveryId: string): Promise<Delivery> =>
  inTransaction(context, async (tx) => {
    const delivery = await requestAttempt(tx.db, endpoint, deliveryId, realTime(tx));
    if (!delivery) throw missing('There is no such delivery');
    await recordChange(tx, endpoint.accountId, {
      action: 'webhook_endpoint.retry',
      subjectId: endpoint.id,
      after: { delivery_id: deliveryId, event_id: delivery.eventId },
    });
    await announceChange(tx.db, endpoint.accountId, endpoint.id);
    return delivery;
  });
