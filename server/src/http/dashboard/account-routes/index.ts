import type { ListRoute, Route } from '../../route.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { depositRoutes } from './deposits.js';
import { estimateRoutes } from './estimates.js';
import { feedRoutes } from './feeds.js';
import { offsetRoutes } from './offsets.js';
import { searchRoutes } from './search.js';

/** Below /app/accounts/:account_id. */
export const accountRoutes: readonly (Route | ListRoute)[] = [
  ...carbonProjectRoutes,
  ...depositRoutes,
  ...estimateRoutes,
  ...feedRoutes,
  ...offsetRoutes,
  ...searchRoutes,
];
