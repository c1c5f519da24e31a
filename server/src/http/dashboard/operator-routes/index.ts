import type { ListRoute, Route } from '../../route.js';

/** Below /app/operator. */
export const operatorRoutes: readonly (Route | ListRoute)[] = [];
