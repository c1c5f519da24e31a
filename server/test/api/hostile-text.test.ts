import type { TSchema } from '@sinclair/typebox';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRoutes } from '../../src/http/dashboard/account-routes/index.js';
import { operatorRoutes } from '../../src/http/dashboard/operator-routes/index.js';
import { routes } from '../../src/http/routes/index.js';
import { newId } from '../../src/platform/ids.js';
import { userAgent } from '../support/api-client.js';
import { tableDigests } from '../support/table-digests.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { fetchPage } from '../support/public-pages.js';
import {
  sessionCookie,
  signInVisitor,
  createInvitedUser,
  visitor,
  type Visitor,
} from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let operator: SignedInOperator;
let contents: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
  operator = await signInOperator(world);
  contents = await tableDigests(world.server);
});
afterAll(async () => {
  expect(await tableDigests(world.server)).toEqual(contents);
  await world.stop();
});

/** NUL, an invalid start byte, a truncated character, half of a surrogate pair. */
const hostile = ['%00', 'a%00b', '%ff', '%c3', '%ed%a0%80'];

interface Declared {
  readonly method: string;
  readonly path: string;
  readonly query?: TSchema;
}

/** Every query parameter that any route accepts, and an unknown one. */
const queriesOf = ({ query }: Declared): string[] => [
  ...Object.keys((query as { properties?: object } | undefined)?.properties ?? {}),
  'limit',
  'cursor',
  'nobody',
];

/** URLs with hostile text as the value of a parameter, and as its name. */
const addresses = (route: Declared): string[] => {
  const path = route.path.replace(':id', newId());
  return [
    ...queriesOf(route).flatMap((name) => ['a%00b', '%ff'].map((value) => `${path}?${name}=${value}`)),
    `${path}?%00=1`,
  ];
};

const reads = (declared: readonly Declared[]): [string, Declared][] =>
  declared.filter(({ method }) => method === 'GET').map((route) => [route.path, route]);

const refused = (status: number): boolean => status >= 400 && status < 500;

describe('NUL and invalid UTF-8 in a query are refused', () => {
  it.each(reads(routes))('/v1%s', async (_, route) => {
    for (const address of addresses(route))
      expect([address, refused((await world.channel.api.get(address)).status)]).toEqual([address, true]);
  });

  it.each(reads(accountRoutes))('/app/accounts/:account_id%s', async (_, route) => {
    for (const address of addresses(route)) {
      const { status } = await holder.app('GET', `/app/accounts/${world.channel.id}${address}`);
      expect([address, refused(status)]).toEqual([address, true]);
    }
  });

  it.each(reads(operatorRoutes))('/app/operator%s', async (_, route) => {
    for (const address of addresses(route)) {
      const { status } = await operator.send('GET', address.slice(1));
      expect([address, refused(status)]).toEqual([address, true]);
    }
  });

  it.each([
    '/docs',
    '/certificates/x',
    `/certificates/${newId()}`,
    '/sign-in/x',
    '/',
    '/accounts',
    '/no',
    '/openapi.json',
  ])('on the page %s', async (page) => {
    for (const text of hostile) {
      const { status } = await fetchPage(world, `${page}?locale=${text}`, { accept: 'text/html' });
      expect([text, refused(status)]).toEqual([text, true]);
    }
  });

  it('with JSON that names the parameter', async () => {
    const { status, body } = await world.channel.api.get('/accounts?external_id=%00');
    expect(status).toBe(400);
    expect(body).toEqual({ code: 400, error: 'external_id must be valid UTF-8 without NUL' });
  });

  it('after the key, like the rest of the query', async () => {
    const url = `${world.server.url}/accounts?external_id=%00`;
    const { statusCode, body } = await request(url, { dispatcher: world.server.agent });
    await body.dump();
    expect(statusCode).toBe(401);
  });
});

describe('NUL and invalid UTF-8 in a path are refused', () => {
  it.each([...hostile, '%', '%zz'])('%s', async (text) => {
    const statuses = [
      (await world.channel.api.get(`/deposits/${text}`)).status,
      (await world.channel.api.get(`/accounts/${text}/deposits`)).status,
      (await holder.app('GET', `/app/accounts/${text}/search?q=x`)).status,
      (await operator.send('GET', `accounts/${text}`)).status,
      (await fetchPage(world, `/certificates/${text}`)).status,
      (await fetchPage(world, `/certificates/${text}.pdf`)).status,
      (await fetchPage(world, `/accounts/${text}/badge.svg`)).status,
      (await fetchPage(world, `/projects/${text}/picture`)).status,
      (await fetchPage(world, `/sign-in/${text}`)).status,
      (await fetchPage(world, `/docs/${text}`)).status,
      (await fetchPage(world, `/docs/assets/${text}`)).status,
    ];
    expect(statuses.filter((status) => !refused(status))).toEqual([]);
  });
});

describe('NUL and invalid UTF-8 in a body are refused', () => {
  const nothing = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const post = async (path: string, body: Buffer | string, type = 'application/json'): Promise<number> => {
    const headers = {
      'user-agent': userAgent,
      authorization: `Bearer ${world.channel.key}`,
      'content-type': type,
    };
    const answer = await request(world.server.url + path, {
      method: 'POST',
      dispatcher: world.server.agent,
      headers,
      body,
    });
    await answer.body.dump();
    return answer.statusCode;
  };

  it('by the API', async () => {
    for (const path of ['/deposits', '/accounts', '/users', '/quotes']) {
      expect([path, await post(path, nothing)]).toEqual([path, 400]);
      expect([path, await post(path, '\u0000')]).toEqual([path, 400]);
      expect([path, await post(path, '{"name":"a\\u0000"}')]).toEqual([path, 400]);
    }
  });

  it('by the dashboard', async () => {
    const statusOf = async (path: string, body: unknown): Promise<number> =>
      (await holder.app('POST', `/app/accounts/${world.channel.id}${path}`, body)).status;
    for (const csv of ['\u0000', 'pages\n\u0000', 'pages\u0000\n1', 'pages,date\n1,2026-01-01\u0000'])
      expect([csv, await statusOf('/deposit-imports', { csv })]).toEqual([csv, 400]);
    const { body } = await holder.app('POST', `/app/accounts/${world.channel.id}/deposit-imports/preview`, {
      csv: 'pages,date\n1\u0000,\n1,2026-01-01\u0000',
    });
    expect(body).toMatchObject({ good: 0, bad: 2 });
    expect(await statusOf('/keys', { name: 'a\u0000' })).toBe(400);
    expect(await statusOf('/keys', { name: 'a', revision: '\u0000' })).toBe(400);
    const header = 'project,serial,vintage_start,vintage_end,tonnes';
    for (const csv of ['\u0000', `${header}\n\u0000,\u0000,\u0000,\u0000,\u0000`])
      expect((await operator.send('POST', 'carbon-lots', { csv })).status).toBe(400);
  });

  it('by the sign-in', async () => {
    const someone = visitor(world.server);
    expect((await someone.app('POST', '/app/sign-in', { email: 'a\u0000@example.com' })).status).toBe(400);
    const form = { email: 'a\u0000@example.com' };
    const { status } = await someone.visit('POST', '/sign-in/rl_x', { form });
    expect(refused(status)).toBe(true);
  });
});

describe('Invalid UTF-8 in a cookie', () => {
  it.each(['\u00ff', '%00', '\u00c3', `rs_${'\u00ff'.repeat(54)}`])('is not a session: %#', async (value) => {
    const someone = visitor(world.server);
    someone.cookies.set(sessionCookie, value);
    expect((await someone.app('GET', '/app/session')).status).toBe(401);
    expect((await someone.get('/sign-in/x')).status).toBe(404);
  });
});
