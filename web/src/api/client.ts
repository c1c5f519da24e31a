import { Regrove, type RegroveOptions } from '@regrove/sdk';
import { basePath } from '../base-path.js';
import { appHeader } from './app-request.js';

/** The session's cookie authenticates; an Authorization header would take precedence. */
function withoutKey(headers: Record<string, string>): Record<string, string> {
  const { Authorization: _key, 'User-Agent': _agent, ...others } = headers;
  return { ...others, ...appHeader };
}

export const clientOptions: RegroveOptions = {
  baseUrl: `${location.origin}${basePath}/v1`,
  key: 'session',
  userAgent: 'RegroveDashboard',
  retries: 2,
  fetch: (url, init) => fetch(url, { ...init, headers: withoutKey(init.headers) }),
};

/** For the session's account; `client.account(id)` is for others. */
export const client = new Regrove(clientOptions);
