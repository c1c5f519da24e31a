import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { createResources, pathTo, requiredQuery, type Resources } from '../support/resources.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let resources: Resources;
beforeAll(async () => {
  world = await startWorld();
  resources = await createResources(world, world.channel);
  // Reports say when they were made.
  world.server.setNow(new Date().toISOString());
});
afterAll(() => world.stop());

/** For root accounts, and in a sandbox: see sandboxes. */
const isOfSandboxes = (path: string): boolean => /^\/sandbox(es)?(\/|$)/.test(path);
const reads = routes.filter(({ method, path }) => method === 'GET' && !isOfSandboxes(path));

// The client validates every response against the OpenAPI document of its revision.
it.each(reads)('GET $path returns the shapes of its revision', async ({ path }) => {
  const { api, id } = world.channel;
  const url = pathTo(path, resources) + requiredQuery(path);
  const own = await api.get(url);
  expect(own.status).toBe(200);
  expect((await world.distributor.api.get(`/accounts/${id}${url}`)).body).toEqual(own.body);
});
