import type { DashboardRoute } from '../dashboard-route.js';
import { accountExports } from '../exports/account-exports.js';
import { certificateArchive } from '../exports/certificate-archive.js';
import { listedAccounts } from './accounts.js';
import { billingAddressRoutes } from './billing-address.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { listedCreditNotes } from './credit-notes.js';
import { listedCertificates } from './certificates.js';
import { depositRoutes } from './deposits.js';
import { estimateRoutes } from './estimates.js';
import { feedRoutes } from './feeds.js';
import { invoicePdfRoutes } from './invoice-pdfs.js';
import { invoiceRoutes } from './invoices.js';
import { keyRoutes } from './keys.js';
import { methodologyRoutes } from './methodologies.js';
import { offsetRoutes } from './offsets.js';
import { publicPageRoutes } from './public-page.js';
import { quoteLinkRoutes } from './quote-links.js';
import { listedQuotes } from './quotes.js';
import { listedOrders } from './orders.js';
import { overviewRoutes } from './overview.js';
import { reportFileRoutes } from './reports.js';
import { listedSales, salesSum } from './sales.js';
import { sandboxRoutes } from './sandboxes.js';
import { searchRoutes } from './search.js';
import { userImportRoutes } from './user-imports.js';
import { firstStepsRoutes } from './first-steps.js';
import { userRoutes } from './users.js';

/** Below /app/accounts/:account_id. */
export const accountRoutes: readonly DashboardRoute[] = [
  ...accountExports,
  certificateArchive,
  listedAccounts,
  ...billingAddressRoutes,
  ...carbonProjectRoutes,
  listedCreditNotes,
  listedCertificates,
  ...depositRoutes,
  ...estimateRoutes,
  ...feedRoutes,
  ...invoicePdfRoutes,
  ...invoiceRoutes,
  ...keyRoutes,
  ...methodologyRoutes,
  ...offsetRoutes,
  ...publicPageRoutes,
  ...quoteLinkRoutes,
  listedQuotes,
  listedOrders,
  ...overviewRoutes,
  ...reportFileRoutes,
  listedSales,
  salesSum,
  ...sandboxRoutes,
  ...searchRoutes,
  ...userImportRoutes,
  ...firstStepsRoutes,
  ...userRoutes,
];
