import { added, type Change } from '../change.js';

export const addOrderIdToOffsets: Change = {
  name: 'add-order-id-to-offsets',
  description:
    'Biomass and carbon offsets say in `order_id` which order they come from; null where there is none.',
  shapes: { BiomassOffset: added('order_id'), CarbonOffset: added('order_id') },
};
