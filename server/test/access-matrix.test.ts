import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/http/routes/index.js';
import { contentsOf } from './support/contents.js';
import {
  basic,
  outOfReach,
  secretsOf,
  sendAs,
  startFamily,
  type Family,
  type Name,
} from './support/matrix.js';
import { pathTo, type Resources } from './support/resources.js';

let family: Family;
let contents: Record<string, string>;
beforeAll(async () => {
  family = await startFamily();
  contents = await contentsOf(family.world.server);
});
afterAll(async () => {
  // No cell of the matrix writes: those that could carry a field that nobody knows.
  expect(await contentsOf(family.world.server)).toEqual(contents);
  await family.world.stop();
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const paths = [...new Set(routes.map(({ path }) => path))];
const cells = paths.flatMap((path) => methods.map((method) => [method, path] as const));
const routeOf = (method: string, path: string) =>
  routes.find((route) => route.method === method && route.path === path);
const bodyFor = (method: string): object | undefined =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { nonsense: true };

const resourcesOf = (name: Name): Resources => family.holders[name].resources;
const idOf = (name: Name): string => family.holders[name].member.id;

/** A path with an id of that account in it; a kind of resource that nobody has made yet fails here. */
function below(path: string, resources: Resources): string {
  const filled = pathTo(path, resources);
  if (filled.includes('no-such-kind')) throw new Error(`support/resources.ts makes nothing for ${path}`);
  return filled;
}

/** The answer to someone with a key, in which nothing of those out of its reach may stand but what it said itself. */
async function statusFor(caller: Name, method: string, path: string): Promise<number> {
  const { member } = family.holders[caller];
  const { status, text } = await sendAs(family, basic(member.key), method, path, bodyFor(method));
  const seen = text.replaceAll(/"parent_id":"[^"]*"/g, '');
  const told = outOfReach(caller)
    .flatMap((other) => secretsOf(family, other))
    .filter((secret) => seen.includes(secret) && !path.includes(secret));
  expect([method, path, caller, told]).toEqual([method, path, caller, []]);
  return status;
}

const callers: Name[] = ['distributor', 'channel', 'customer', 'inactive'];
/** A stranger, a parent, a sibling; and those of whoever is below a sibling. */
const strangers: readonly (readonly [Name, Name])[] = [
  ['distributor', 'stranger'],
  ['channel', 'stranger'],
  ['channel', 'distributor'],
  ['channel', 'otherChannel'],
  ['customer', 'channel'],
  ['customer', 'otherCustomer'],
  ['otherChannel', 'customer'],
  ['inactive', 'stranger'],
];
const strange = [undefined, 'Basic', 'Basic !', 'Bearer x', basic(''), basic('rg_nonsense'), 'Digest a="b"'];

describe.each(cells)('%s %s', (method, path) => {
  const route = routeOf(method, path);

  it('is for those with a key', async () => {
    const known = [basic(family.revokedKey), `Bearer ${family.revokedKey}`];
    for (const authorization of route ? [...strange, ...known] : [undefined, ...known]) {
      for (const prefix of ['', `/accounts/${idOf('channel')}`]) {
        const url = prefix + below(path, resourcesOf('channel'));
        const { status, text } = await sendAs(family, authorization, method, url, bodyFor(method));
        const told = secretsOf(family, 'channel').filter((secret) => text.includes(secret));
        expect([authorization, status, told]).toEqual([authorization, 401, []]);
      }
    }
  });

  it('is what the specification says for the key of each role, and of an inactive account', async () => {
    for (const caller of callers) {
      for (const prefix of ['', `/accounts/${idOf(caller)}`]) {
        const status = await statusFor(caller, method, prefix + below(path, resourcesOf(caller)));
        expect([caller, status]).toEqual([caller, statusOfOwn(caller)]);
      }
    }
  });

  /** The role comes before the body, the body before all rules. */
  function statusOfOwn(caller: Name): number {
    if (!route) return 404;
    if (method === 'GET') return 200;
    const isCustomer = caller === 'customer' || caller === 'inactive';
    if (isCustomer && ['createAccount', 'deactivateAccount'].includes(route.operation)) return 403;
    return 400;
  }

  it('knows nothing of others', async () => {
    for (const [caller, other] of route ? strangers : strangers.slice(0, 1)) {
      const foreign = `/accounts/${idOf(other)}`;
      for (const url of [below(path, resourcesOf(other)), below(path, resourcesOf(caller))])
        expect([caller, other, await statusFor(caller, method, foreign + url)]).toEqual([caller, other, 404]);
      // Forestry projects are everybody's to read and to choose, and so some favorites are those of others, too.
      if (!path.includes(':id') || path.includes('projects/')) continue;
      for (const prefix of ['', `/accounts/${idOf(caller)}`]) {
        const status = await statusFor(caller, method, prefix + below(path, resourcesOf(other)));
        expect([caller, other, status]).toEqual([caller, other, 404]);
      }
    }
  });
});
