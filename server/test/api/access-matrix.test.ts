import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { tableDigests } from '../support/table-digests.js';
import {
  basic,
  outOfReach,
  secretsOf,
  sendAs,
  startFamily,
  type Family,
  type Name,
} from '../support/access-matrix.js';
import { pathTo } from '../support/resources.js';

let family: Family;
let contents: Record<string, string>;
beforeAll(async () => {
  family = await startFamily();
  contents = await tableDigests(family.world.server);
});
afterAll(async () => {
  // No cell of the matrix writes: requests that could write carry an unknown field.
  expect(await tableDigests(family.world.server)).toEqual(contents);
  await family.world.stop();
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const paths = [...new Set(routes.map(({ path }) => path))];
const cells = paths.flatMap((path) => methods.map((method) => [method, path] as const));
const routeOf = (method: string, path: string) =>
  routes.find((route) => route.method === method && route.path === path);
const bodyFor = (method: string): object | undefined =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { nonsense: true };

const idOf = (name: Name): string => family.holders[name].member.id;

/** The path filled in with ids of that account. Throws for a kind of resource that the fixtures do not create. */
function below(path: string, name: Name): string {
  const filled = pathTo(path, family.holders[name].resources);
  if (filled.includes('no-such-kind')) throw new Error(`support/resources.ts makes nothing for ${path}`);
  return filled;
}

/** The status for that caller. The response must not contain data of accounts out of its reach, unless the path did. */
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
/** Pairs of a caller and an account out of its reach: a stranger, its parent, a sibling, a sibling's child. */
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

  it('requires a valid key', async () => {
    const revoked = basic(family.revokedKey);
    const refused = route ? [...strange, revoked, `Bearer ${family.revokedKey}`] : [undefined, revoked];
    const own = below(path, 'channel');
    const paths = [own, `/accounts/${idOf('channel')}${own}`];
    await each(refused, paths, async (authorization, url) => {
      const { status, text } = await sendAs(family, authorization, method, url, bodyFor(method));
      const told = secretsOf(family, 'channel').filter((secret) => text.includes(secret));
      expect([authorization, status, told]).toEqual([authorization, 401, []]);
    });
  });

  it('returns the specified status for the key of each role and of an inactive account', async () => {
    await each(route ? callers : callers.slice(0, 1), ['', 'its own prefix'], async (caller, prefix) => {
      const own = below(path, caller);
      const url = prefix === '' ? own : `/accounts/${idOf(caller)}${own}`;
      expect([caller, await statusFor(caller, method, url)]).toEqual([caller, statusOfOwn(caller)]);
    });
  });

  /** The role is checked before the body, the body before all other rules. */
  function statusOfOwn(caller: Name): number {
    if (!route) return 404;
    if (method === 'GET') return 200;
    const isCustomer = caller === 'customer' || caller === 'inactive';
    if (isCustomer && ['createAccount', 'deactivateAccount'].includes(route.operation)) return 403;
    if (caller === 'inactive' && route.operation === 'activateAccount') return 403;
    return 400;
  }

  it('returns 404 for accounts out of reach', async () => {
    // Every account can read and choose forestry projects, so accounts can share favorites.
    const isTenants = path.includes(':id') && !path.includes('projects/');
    await Promise.all(
      (route ? strangers : strangers.slice(0, 1)).map(async ([caller, other]) => {
        const [foreign, own] = [below(path, other), below(path, caller)];
        const prefixed = `/accounts/${idOf(other)}`;
        const urls = [prefixed + foreign, prefixed + own];
        if (isTenants) urls.push(foreign, `/accounts/${idOf(caller)}${foreign}`);
        for (const url of urls)
          expect([caller, other, url, await statusFor(caller, method, url)]).toEqual([
            caller,
            other,
            url,
            404,
          ]);
      }),
    );
  });
});

/** Runs all combinations concurrently: none of them writes. */
const each = <A, B>(some: readonly A[], others: readonly B[], work: (a: A, b: B) => Promise<void>) =>
  Promise.all(some.flatMap((a) => others.map((b) => work(a, b))));
