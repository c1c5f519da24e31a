import type { Context } from '../../platform/context.js';
import type { Limits } from '../../platform/limits.js';
import type { ApiRoute } from '../route.js';
import type { AccountShares } from './account-shares.js';
import type { RequestLimit } from './rate-limits.js';

export interface ApiOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly limits: Limits;
  readonly requests: RequestLimit;
  readonly shares: AccountShares;
  readonly routes: readonly ApiRoute[];
}
