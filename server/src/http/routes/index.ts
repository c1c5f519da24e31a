import type { ApiRoute } from '../route.js';
import { accountRoutes } from './accounts.js';
import { agentRoutes } from './agents.js';
import { biomassCertificateRoutes } from './biomass-certificates.js';
import { biomassOffsetRoutes } from './biomass-offsets.js';
import { carbonOffsetRoutes } from './carbon-offsets.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { depositRoutes } from './deposits.js';
import { eventRoutes } from './events.js';
import { favoriteProjectRoutes } from './favorite-projects.js';
import { feedRoutes } from './feeds.js';
import { forestryProjectRoutes } from './forestry-projects.js';
import { invoiceRoutes } from './invoices.js';
import { orderRoutes } from './orders.js';
import { plantingRoutes } from './plantings.js';
import { quoteRoutes } from './quotes.js';
import { reportRoutes } from './reports.js';
import { sandboxRoutes } from './sandboxes.js';
import { serverRoutes } from './servers.js';
import { settingsRoutes } from './settings.js';
import { userRoutes } from './users.js';
import { volumeRoutes } from './volume.js';
import { webhookEndpointRoutes } from './webhook-endpoints.js';

/** The routes of one resource, as grouped in the reference. */
export interface RouteGroup {
  readonly tag: string;
  readonly description: string;
  readonly routes: readonly ApiRoute[];
}

/** Every endpoint of the API. */
export const routeGroups: readonly RouteGroup[] = [
  { tag: 'Accounts', description: 'Your account and the accounts below it', routes: accountRoutes },
  {
    tag: 'Settings',
    description: 'Settings of an account',
    routes: settingsRoutes,
  },
  {
    tag: 'Biomass offsets',
    description: 'Turn pages, trees or a quote into funded trees immediately',
    routes: biomassOffsetRoutes,
  },
  {
    tag: 'Biomass certificates',
    description: 'The receipts of biomass offsets',
    routes: biomassCertificateRoutes,
  },
  { tag: 'Deposits', description: 'Paper consumption, collected during a month', routes: depositRoutes },
  {
    tag: 'Quotes',
    description: 'Paper turned into trees and a price, to be executed later',
    routes: quoteRoutes,
  },
  { tag: 'Orders', description: 'Paper turned into biomass and carbon offsets', routes: orderRoutes },
  {
    tag: 'Carbon offsets',
    description: 'Carbon offsets of placed orders',
    routes: carbonOffsetRoutes,
  },
  {
    tag: 'Invoices',
    description: 'What an account owes for the offsets of a month',
    routes: invoiceRoutes,
  },
  {
    tag: 'Forestry projects',
    description: 'Where trees are planted, and what was planted there',
    routes: [...forestryProjectRoutes, ...plantingRoutes],
  },
  { tag: 'Carbon projects', description: 'Where carbon credits come from', routes: carbonProjectRoutes },
  {
    tag: 'Favorite projects',
    description: 'Preferred projects of an account',
    routes: favoriteProjectRoutes,
  },
  { tag: 'Volume', description: 'Pages and trees by month', routes: volumeRoutes },
  {
    tag: 'Reports',
    description: 'A year of paper, emissions, trees and credits, for an auditor',
    routes: reportRoutes,
  },
  { tag: 'Servers', description: 'Credentials of print-monitoring servers', routes: serverRoutes },
  { tag: 'Feeds', description: 'Sources of page counts', routes: [...feedRoutes, ...agentRoutes] },
  { tag: 'Events', description: 'What happened to an account in the last 30 days', routes: eventRoutes },
  {
    tag: 'Webhook endpoints',
    description: 'Where you are told about events, and what came of it',
    routes: webhookEndpointRoutes,
  },
  { tag: 'Users', description: 'Users of an account', routes: userRoutes },
  {
    tag: 'Sandboxes',
    description: 'Accounts with a clock of their own, to try out a month-end in a minute',
    routes: sandboxRoutes,
  },
];

export const routes: readonly ApiRoute[] = routeGroups.flatMap((group) => group.routes);
