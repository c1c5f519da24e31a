import type { Context } from '../../database/context.js';
import type { Limits } from '../../platform/limits/limits.js';
import type { ApiRoute } from '../route.js';
import type { AccountShares } from './account-shares.js';
import type { KeyMonitor } from './authentication.js';
import type { RequestLimit } from './rate-limits.js';

export interface ApiOptions {
  readonly context: Context;
  readonly baseUrl: () => string;
  readonly limits: Limits;
  readonly requests: RequestLimit;
  readonly shares: AccountShares;
  readonly keys: KeyMonitor;
  readonly routes: readonly ApiRoute[];
}
