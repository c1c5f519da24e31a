import type { Change } from '../change.js';

export const addOrders: Change = {
  name: 'add-orders',
  description: 'Orders (`/orders`) turn paper into biomass and carbon offsets in one step.',
  addsPath: '/orders',
};
