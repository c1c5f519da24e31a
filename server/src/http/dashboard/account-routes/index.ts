import type { DashboardRoute } from '../dashboard-route.js';
import { billingAddressRoutes } from './billing-address.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { depositRoutes } from './deposits.js';
import { estimateRoutes } from './estimates.js';
import { feedRoutes } from './feeds.js';
import { invoicePdfRoutes } from './invoice-pdfs.js';
import { invoiceRoutes } from './invoices.js';
import { keyRoutes } from './keys.js';
import { offsetRoutes } from './offsets.js';
import { searchRoutes } from './search.js';
import { startRoutes } from './start.js';
import { userRoutes } from './users.js';

/** Below /app/accounts/:account_id. */
export const accountRoutes: readonly DashboardRoute[] = [
  ...billingAddressRoutes,
  ...carbonProjectRoutes,
  ...depositRoutes,
  ...estimateRoutes,
  ...feedRoutes,
  ...invoicePdfRoutes,
  ...invoiceRoutes,
  ...keyRoutes,
  ...offsetRoutes,
  ...searchRoutes,
  ...startRoutes,
  ...userRoutes,
];
