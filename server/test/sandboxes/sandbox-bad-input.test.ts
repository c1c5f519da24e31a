import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createSandbox, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: TestSandbox;
beforeAll(async () => {
  world = await startWorld();
  sandbox = await createSandbox(world);
});
afterAll(() => world.stop());

const json = { 'content-type': 'application/json' };
const changing = (): [api: ApiClient, method: string, path: string][] => [
  [world.distributor.api, 'POST', '/sandboxes'],
  [world.distributor.api, 'DELETE', `/sandboxes/${sandbox.id}`],
  [sandbox.api, 'POST', '/sandbox/advance'],
];
const known = async (): Promise<unknown> => [
  (await world.distributor.api.get('/sandboxes')).body,
  (await sandbox.api.get('/sandbox')).body,
];

it('A body that is not JSON, no object or has an unknown field changes nothing', async () => {
  const before = await known();
  for (const [api, method, path] of changing())
    for (const raw of ['{', '[]', 'null', '"to"', '{"nonsense":1,"to":"2027-01-01"}'])
      expectRefusal(await api.call(method, path, { raw, headers: json }), 400);
  expect(await known()).toEqual(before);
});

it('Unknown query parameters are refused by name, and unknown ids not found', async () => {
  const before = await known();
  for (const [api, method, path] of changing())
    expectRefusal(await api.call(method, `${path}?nonsense=1`), 400, /nonsense/);
  for (const [api, path] of [
    [world.distributor.api, '/sandboxes'],
    [sandbox.api, '/sandbox'],
    [sandbox.api, '/sandbox/mails'],
  ] as const)
    expectRefusal(await api.get(`${path}?nonsense=1`), 400, /nonsense/);
  for (const id of [unknownId, 'x', '%00', '%zz'])
    expectRefusal(await world.distributor.api.call('DELETE', `/sandboxes/${id}`), 404);
  expect(await known()).toEqual(before);
});

it.each([
  ['/sandboxes', () => world.distributor.api],
  ['/sandbox/mails', () => sandbox.api],
] as const)('%s has the same rows in pages of any size', async (path, apiOf) => {
  const api = apiOf();
  if (path === '/sandboxes') await createSandbox(world);
  const { body: all } = await api.get(path);
  expect(all.length).toBeGreaterThan(1);
  const paged: unknown[] = [];
  for (let next: string | undefined = `${path}?limit=1`; next !== undefined;) {
    const { body, headers } = await api.get(next);
    paged.push(...body);
    next = /v1(.+)>/.exec(String(headers['link'] ?? ''))?.[1];
  }
  expect(paged).toEqual(all);
});
