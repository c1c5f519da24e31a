import type { DashboardRoute } from '../dashboard-route.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { depositRoutes } from './deposits.js';
import { estimateRoutes } from './estimates.js';
import { feedRoutes } from './feeds.js';
import { invoiceRoutes } from './invoices.js';
import { keyRoutes } from './keys.js';
import { offsetRoutes } from './offsets.js';
import { overviewRoutes } from './overview.js';
import { salesRoutes } from './sales.js';
import { searchRoutes } from './search.js';
import { userRoutes } from './users.js';

/** Below /app/accounts/:account_id. */
export const accountRoutes: readonly DashboardRoute[] = [
  ...carbonProjectRoutes,
  ...depositRoutes,
  ...estimateRoutes,
  ...feedRoutes,
  ...invoiceRoutes,
  ...keyRoutes,
  ...offsetRoutes,
  ...overviewRoutes,
  ...salesRoutes,
  ...searchRoutes,
  ...userRoutes,
];
