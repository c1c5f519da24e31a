import { findMethodologyOrigin } from '../../../features/methodologies/methodology-origin-store.js';
import { calculateOrder } from '../../../features/orders/calculate-order.js';
import { Estimate, presentEstimate } from '../../../wire/dashboard/estimate.js';
import { OrderedPaper, orderedPaperOf } from '../../../wire/order.js';
import { route } from '../../route.js';

export const estimateRoutes = [
  route({
    operation: 'estimate',
    method: 'POST',
    path: '/estimates',
    summary: 'What paper would come to in an order, for those who are still typing',
    body: OrderedPaper,
    reply: Estimate,
    acceptsIdempotencyKey: false,
    handle: async ({ context: { db, currency }, account, body }) => {
      const calculated = await calculateOrder(db, account.id, orderedPaperOf(body));
      const methodology = await findMethodologyOrigin(db, calculated.order.methodologyId);
      return presentEstimate(calculated, { currency, methodology });
    },
  }),
];
