import { expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { actions } from '../support/chaos/actions.js';

/** Apart from everything else, and tested apart: see long/sandbox-kills. */
const isOfSandboxes = (path: string): boolean => /^\/sandbox(es)?(\/|$)/.test(path);

it('Every write operation has an action in the chaos test', () => {
  const writing = routes.filter(({ method, path }) => method !== 'GET' && !isOfSandboxes(path));
  expect(Object.keys(actions).sort()).toEqual(writing.map(({ method, path }) => `${method} ${path}`).sort());
});
