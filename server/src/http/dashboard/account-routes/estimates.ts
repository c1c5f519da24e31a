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
    repeatable: false,
    handle: async ({ context, account, body }) =>
      presentEstimate(await calculateOrder(context.db, account.id, orderedPaperOf(body)), context.currency),
  }),
];
