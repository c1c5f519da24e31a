import type { DashboardRoute } from '../dashboard-route.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { depositRoutes } from './deposits.js';
import { estimateRoutes } from './estimates.js';
import { feedRoutes } from './feeds.js';
import { invoiceRoutes } from './invoices.js';
import { keyRoutes } from './keys.js';
import { offsetRoutes } from './offsets.js';
import { publicPageRoutes } from './public-page.js';
import { quoteLinkRoutes } from './quote-links.js';
import { searchRoutes } from './search.js';
import { userImportRoutes } from './user-imports.js';
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
  ...publicPageRoutes,
  ...quoteLinkRoutes,
  ...searchRoutes,
  ...userImportRoutes,
  ...userRoutes,
];
