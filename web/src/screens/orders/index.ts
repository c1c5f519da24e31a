import { IconShoppingCart } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const orders: readonly Screen[] = [
  {
    path: 'orders',
    load: () => import('./orders-view.js'),
    navigation: {
      label: 'app.orders.title',
      icon: IconShoppingCart,
      group: 'purchasing',
    },
  },
  { path: 'orders/new', load: () => import('./new-order-view.js'), requiresFullPermission: true },
  { path: 'orders/$id', load: () => import('./order-view.js') },
];
