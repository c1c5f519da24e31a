import type { DashboardRoute } from '../dashboard-route.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { estimateRoutes } from './estimates.js';
import { invoiceRoutes } from './invoices.js';
import { keyRoutes } from './keys.js';
import { offsetRoutes } from './offsets.js';

/** Below /app/accounts/:account_id. */
export const accountRoutes: readonly DashboardRoute[] = [
  ...carbonProjectRoutes,
  ...estimateRoutes,
  ...invoiceRoutes,
  ...keyRoutes,
  ...offsetRoutes,
];
