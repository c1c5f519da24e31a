import type { DashboardRoute } from '../dashboard-route.js';
import { operatorExports } from '../exports/operator-exports.js';
import { accountRoutes } from './accounts.js';
import { auditRoutes } from './audit.js';
import { carbonCreditRoutes } from './carbon-credits.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { carbonRetirementRoutes } from './carbon-retirements.js';
import { listedCreditNotes } from './credit-notes.js';
import { forestryProjectRoutes } from './forestry-projects.js';
import { invoiceRoutes } from './invoices.js';
import { jobRoutes } from './jobs.js';
import { methodologyRoutes } from './methodologies.js';
import { monthRoutes } from './months.js';
import { listedSales, salesSum } from './sales.js';
import { sandboxRoutes } from './sandboxes.js';
import { searchRoutes } from './search.js';

/** Below /app/operator. */
export const operatorRoutes: readonly DashboardRoute[] = [
  ...accountRoutes,
  ...auditRoutes,
  ...carbonCreditRoutes,
  ...carbonProjectRoutes,
  ...carbonRetirementRoutes,
  listedCreditNotes,
  ...forestryProjectRoutes,
  ...invoiceRoutes,
  ...jobRoutes,
  ...methodologyRoutes,
  ...monthRoutes,
  ...operatorExports,
  listedSales,
  salesSum,
  ...sandboxRoutes,
  ...searchRoutes,
];
