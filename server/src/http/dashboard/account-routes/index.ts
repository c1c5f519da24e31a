import type { ListRoute, Route } from '../../route.js';
import { carbonProjectRoutes } from './carbon-projects.js';
import { estimateRoutes } from './estimates.js';
import { offsetRoutes } from './offsets.js';

/** Below /app/accounts/:account_id. */
export const accountRoutes: readonly (Route | ListRoute)[] = [
  ...carbonProjectRoutes,
  ...estimateRoutes,
  ...offsetRoutes,
];
