import { expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { actions } from '../support/chaos/actions.js';

/**
 * Sandboxes are apart from everything else, and endpoints and agents cannot be created twice with one key: see long/sandbox-kills and
 * webhook-kills.
 */
const isTestedApart = (path: string): boolean =>
  /^\/(sandbox(es)?|webhook_endpoints)(\/|$)|^\/feeds\/:id\/agents(\/|$)/.test(path);

it('Every write operation has an action in the chaos test', () => {
  const writing = routes.filter(({ method, path }) => method !== 'GET' && !isTestedApart(path));
  expect(Object.keys(actions).sort()).toEqual(writing.map(({ method, path }) => `${method} ${path}`).sort());
});
