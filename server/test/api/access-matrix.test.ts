import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { bodies } from '../support/bodies.js';
import { tableDigests } from '../support/table-digests.js';
import { contractOf } from '../support/contract.js';
import {
  basic,
  inaccessibleTo,
  secretsOf,
  sendAs,
  startRelatedAccounts,
  type RelatedAccounts,
  type Name,
  type RawResponse,
} from '../support/access-matrix.js';
import { unknownId } from '../support/refusal.js';
import { pathTo, requiredQuery } from '../support/resources.js';
import { revision } from '../support/revision.js';

let family: RelatedAccounts;
let contents: Record<string, string>;
beforeAll(async () => {
  family = await startRelatedAccounts();
  contents = await tableDigests(family.world.server);
});
afterAll(async () => {
  // No cell of the matrix writes: accessible requests that could write carry an unknown field.
  expect(await tableDigests(family.world.server)).toEqual(contents);
  await family.world.stop();
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const paths = [...new Set(routes.map(({ path }) => path))];
const isRoute = (method: string, path: string): boolean =>
  routes.some((route) => route.method === method && route.path === path);
const undeclared = paths.flatMap((path) =>
  methods.filter((method) => !isRoute(method, path)).map((method) => [method, path] as const),
);
/** Every account can read and choose projects. */
const owned = routes.filter(({ path }) => path.includes(':id') && !path.includes('projects/'));
const bodyFor = (method: string): object | undefined => (method === 'GET' ? undefined : { nonsense: true });

const idOf = (name: Name): string => family.holders[name].member.id;

/** The path filled in with ids of that account. Throws for a kind of resource that the fixtures do not create. */
function below(path: string, name: Name): string {
  const filled = pathTo(path, family.holders[name].resources);
  if (filled.includes('no-such-kind')) throw new Error(`support/resources.ts makes nothing for ${path}`);
  return filled + requiredQuery(path);
}

/** The response to that caller. It must not contain data of accounts out of its reach, unless the path did. */
async function answerTo(caller: Name, method: string, path: string, body?: object): Promise<RawResponse> {
  const answer = await sendAs(family, basic(family.holders[caller].member.key), method, path, body);
  const seen = answer.text.replaceAll(/"parent_id":"[^"]*"/g, '');
  const told = inaccessibleTo(caller)
    .flatMap((other) => secretsOf(family, other))
    .filter((secret) => seen.includes(secret) && !path.includes(secret));
  expect([method, path, caller, told]).toEqual([method, path, caller, []]);
  expect(answer.type).toBe('application/json; charset=utf-8');
  if (answer.text !== '') contractOf(revision)(method, path, answer.status, JSON.parse(answer.text));
  return answer;
}

async function expectKeyRequired(
  refused: readonly (string | undefined)[],
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const own = below(path, 'channel');
  await each(refused, [own, `/accounts/${idOf('channel')}${own}`], async (authorization, url) => {
    const { status, text } = await sendAs(family, authorization, method, url, body);
    const leaked = secretsOf(family, 'channel').filter((secret) => text.includes(secret));
    expect([authorization, status, leaked]).toEqual([authorization, 401, []]);
  });
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

describe.each(routes)('$method $path', ({ method, path, operation }) => {
  it('requires a valid key', () => {
    const revoked = [basic(family.revokedKey), `Bearer ${family.revokedKey}`];
    return expectKeyRequired([...strange, ...revoked], method, path, bodyFor(method));
  });

  it('returns the specified status for the key of each role and of an inactive account', async () => {
    await each(callers, ['', 'its own prefix'], async (caller, prefix) => {
      const url = (prefix && `/accounts/${idOf(caller)}`) + below(path, caller);
      const { status } = await answerTo(caller, method, url, bodyFor(method));
      expect([caller, url, status]).toEqual([caller, url, statusOfOwn(caller)]);
    });
  });

  /** The role is checked before the body, the body before all other rules. */
  function statusOfOwn(caller: Name): number {
    if (operation === 'deleteSandbox') return 404;
    if (path === '/sandboxes' && caller !== 'distributor') return 403;
    // With a key of a sandbox only.
    if (path.startsWith('/sandbox') && path !== '/sandboxes') return 400;
    if (method === 'GET') return 200;
    const isCustomer = caller === 'customer' || caller === 'inactive';
    if (isCustomer && ['createAccount', 'deactivateAccount'].includes(operation)) return 403;
    if (caller === 'inactive' && operation === 'activateAccount') return 403;
    return 400;
  }

  it('returns the 404 of an account that does not exist for one out of reach', async () => {
    const nowhere = `/accounts/${unknownId}${below(path, 'channel')}`;
    const unknown = await answerTo('channel', method, nowhere, bodyFor(method));
    expect(JSON.parse(unknown.text)).toEqual({ code: 404, error: 'There is no such account' });
    await eachStranger(method, path, async (caller, other, body) => {
      for (const holder of [other, caller]) {
        const url = `/accounts/${idOf(other)}${below(path, holder)}`;
        const { status, text } = await answerTo(caller, method, url, body);
        expect([caller, url, status, text]).toEqual([caller, url, 404, unknown.text]);
      }
    });
  });
});

describe.each(owned)('$method $path', ({ method, path }) => {
  const toId = (id: string): string => path.replace(':id', id).replace(/:(delivery|agent)_id/, unknownId);

  it('returns the 404 of a resource that does not exist for one of an account out of reach', async () => {
    const unknown = await answerTo('channel', method, toId(unknownId), bodyFor(method));
    await eachStranger(method, path, async (caller, other, body) => {
      const foreign = [below(path, other), ...(path.startsWith('/accounts/') ? [toId(idOf(other))] : [])];
      const scopes = ['', `/accounts/${idOf(caller)}`];
      if (caller === 'channel') scopes.push(`/accounts/${idOf('customer')}`);
      await each(scopes, foreign, async (scope, url) => {
        const { status, text } = await answerTo(caller, method, scope + url, body);
        expect([caller, scope, url, status, text]).toEqual([caller, scope, url, 404, unknown.text]);
      });
    });
  });
});

describe.each(undeclared)('%s %s, which is not declared,', (method, path) => {
  const body = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? { nonsense: true } : undefined;

  it('requires a valid key', () =>
    expectKeyRequired([undefined, basic(family.revokedKey)], method, path, body));

  it('returns 404, also for accounts out of reach', async () => {
    const [foreign, own] = [below(path, 'stranger'), below(path, 'distributor')];
    const scopes = ['', `/accounts/${idOf('distributor')}`, `/accounts/${idOf('stranger')}`];
    await each(scopes, [own, foreign], async (scope, url) => {
      const { status, text } = await answerTo(
        'distributor',
        method,
        scope + url,
        scope === '' ? undefined : body,
      );
      expect([scope + url, status]).toEqual([scope + url, 404]);
      if (method !== 'HEAD')
        expect(JSON.parse(text)).toEqual({ code: 404, error: expect.stringMatching(/./) });
    });
  });
});

/** Sends an unknown field, and from the channel also what would be valid within its reach. */
const eachStranger = (
  method: string,
  path: string,
  work: (caller: Name, other: Name, body: object | undefined) => Promise<void>,
) =>
  Promise.all(
    strangers.map(async ([caller, other]) => {
      await work(caller, other, bodyFor(method));
      if (caller !== 'channel' || method === 'GET') return;
      const endpoint = bodies.find((known) => known.method === method && known.path === path);
      await work(caller, other, endpoint?.body(family.world));
    }),
  );

/** Runs all combinations concurrently: none of them writes. */
const each = <A, B>(some: readonly A[], others: readonly B[], work: (a: A, b: B) => Promise<void>) =>
  Promise.all(some.flatMap((a) => others.map((b) => work(a, b))));
