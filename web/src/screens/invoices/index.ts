import { IconFileInvoice } from '@tabler/icons-react';
import type { Screen } from '../screen.js';

export const invoices: Screen = {
  path: 'invoices',
  load: () => import('./invoices-view.js'),
  entry: { label: 'app.invoices.title', icon: IconFileInvoice, group: 'administration' },
};

export const invoice: Screen = {
  path: 'invoices/$id',
  load: () => import('./invoice-view.js'),
};
