import type { DashboardRoute } from '../dashboard-route.js';

/** Below /app/operator. */
export const operatorRoutes: readonly DashboardRoute[] = [];
