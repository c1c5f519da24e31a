import { without, type Change } from '../change.js';

export const addOrderIdToOffsets: Change = {
  name: 'add-order-id-to-offsets',
  description:
    'Biomass and carbon offsets have an `order_id`, which is null if they do not come from an order.',
  shapes: { BiomassOffset: without('order_id'), CarbonOffset: without('order_id') },
};
