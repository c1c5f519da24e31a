import type { Context } from '../../platform/context.js';
import type { ListRoute, Route } from '../route.js';
import type { RequestLimit } from './rate-limits.js';

export interface ApiOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly requests: RequestLimit;
  readonly routes: readonly (Route | ListRoute)[];
}
