import { expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { actions } from '../support/chaos/actions.js';

it('Every write operation has an action in the chaos test', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');
  expect(Object.keys(actions).sort()).toEqual(writing.map(({ method, path }) => `${method} ${path}`).sort());
});
