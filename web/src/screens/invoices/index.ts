import { IconFileInvoice } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const invoices: readonly Screen[] = [
  {
    path: 'invoices',
    load: () => import('./invoices-view.js'),
    navigation: { label: 'app.invoices.title', icon: IconFileInvoice, group: 'administration' },
  },
  { path: 'credit-notes', load: () => import('./credit-notes-view.js') },
  { path: 'invoices/$id', load: () => import('./invoice-view.js') },
];
