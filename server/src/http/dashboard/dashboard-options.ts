import type { Context } from '../../database/context.js';
import type { Limits } from '../../platform/limits/limits.js';
import type { AccountShares } from '../edge/account-shares.js';
import type { RequestLimit } from '../edge/rate-limits.js';

export interface DashboardOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly limits: Limits;
  /** Shared with the API: a person has one limit for both. */
  readonly requests: RequestLimit;
  readonly shares: AccountShares;
}
