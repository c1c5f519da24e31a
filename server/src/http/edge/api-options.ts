import type { Context } from '../../platform/context.js';
import type { ListRoute, Route } from '../route.js';

export interface ApiOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  /** Requests a minute and key; 0: no limit. */
  readonly rateLimit: number;
  readonly routes: readonly (Route | ListRoute)[];
}
