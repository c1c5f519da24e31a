import { fetch, type Agent } from 'undici';
import type { TestAccount, World } from '../../../server/test/support/world.js';
import {
  Regrove,
  type defaultRevision,
  type Fetch,
  type RegroveOptions,
  type Revision,
} from '../../src/index.js';

export const userAgent = 'SdkTests/1.0.0 (Regrove)';

/** A fetch that trusts the test server's certificate. */
export const fetchWith =
  (agent: Agent): Fetch =>
  (url, init) =>
    fetch(url, { ...init, dispatcher: agent });

/** A client of the test server, with the key of an account. */
export const clientOf = <R extends Revision = typeof defaultRevision>(
  { server }: World,
  { key }: Pick<TestAccount, 'key'>,
  options: Partial<RegroveOptions<R>> = {},
): Regrove<R> =>
  new Regrove<R>({ baseUrl: server.url, key, userAgent, fetch: fetchWith(server.agent), ...options });

/** The reason a promise is rejected with. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}
