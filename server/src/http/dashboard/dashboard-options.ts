import type { Context } from '../../database/context.js';
import type { Limits } from '../../platform/limits/limits.js';
import type { AccountQuotas } from '../edge/account-quotas.js';
import type { RequestLimit } from '../edge/rate-limits.js';

export interface DashboardOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly limits: Limits;
  /** Shared with the API: a person has one limit for both. */
  readonly requests: RequestLimit;
  readonly quotas: AccountQuotas;
}
