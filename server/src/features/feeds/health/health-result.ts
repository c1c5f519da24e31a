import type { Trouble } from './trouble.js';

export type Health = 'healthy' | 'unhealthy';

/** What a health check found. */
export type HealthResult = { readonly health: 'healthy' } | ({ readonly health: 'unhealthy' } & Trouble);
