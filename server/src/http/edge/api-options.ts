import type { Context } from '../../database/context.js';
import type { Limits } from '../../platform/limits/limits.js';
import type { ApiRoute } from '../route.js';
import type { AccountQuotas } from './account-quotas.js';
import type { KeyMonitor } from './authentication.js';
import type { RequestLimit } from './rate-limits.js';

export interface ApiOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly limits: Limits;
  readonly requests: RequestLimit;
  readonly quotas: AccountQuotas;
  readonly keys: KeyMonitor;
  readonly routes: readonly ApiRoute[];
}
