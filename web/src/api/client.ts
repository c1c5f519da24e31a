import { Regrove, type RegroveOptions } from '@regrove/sdk';
import { appHeader } from './app-request.js';

/** The browser's cookie says who is asking: a key of any kind would take its place. */
function withoutKey(headers: Record<string, string>): Record<string, string> {
  const { Authorization: _key, 'User-Agent': _agent, ...others } = headers;
  return { ...others, ...appHeader };
}

export const clientOptions: RegroveOptions<'1.6.6'> = {
  baseUrl: `${location.origin}/v1`,
  key: 'session',
  userAgent: 'RegroveDashboard',
  retries: 2,
  fetch: (url, init) => fetch(url, { ...init, headers: withoutKey(init.headers) }),
};

/** Speaks about the session's account; see `account` of the SDK for those below it. */
export const client = new Regrove(clientOptions);
