import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { apiClient, userAgent, type Answer } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { requiresUserAgent, revision } from '../support/revision.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let limited: World;
beforeAll(async () => {
  world = await startWorld();
  limited = await startWorld({ REGROVE_RATE_LIMIT: '1' });
});
afterAll(() => Promise.all([world.stop(), limited.stop()]));

const unknownRevision = { 'api-revision': '9.9.9' };
const noUserAgent = { 'user-agent': undefined };
const nonsense = { nonsense: true };

describe('The order of checks', () => {
  it('HTTPS before the key', async () => {
    const answer = await request(`${world.server.plainUrl}/account`, {
      headers: { 'user-agent': userAgent },
    });
    expect(answer.statusCode).toBe(403);
    await answer.body.dump();
  });

  it('the key before the revision', async () => {
    expectRefusal(await apiClient(world.server).get('/account', { headers: unknownRevision }), 401);
  });

  it('the key before the path', async () => {
    expectRefusal(await apiClient(world.server).get('/no/such/path'), 401);
  });

  it('the revision before the User-Agent', async () => {
    const headers = { ...unknownRevision, ...noUserAgent };
    expectRefusal(await world.channel.api.get('/account', { headers }), 400, /API-Revision/);
  });

  if (requiresUserAgent) {
    it('the User-Agent before the rate limit, and the rate limit before the reach of the account', async () => {
      const { api } = limited.channel;
      expect((await api.get('/account')).status).toBe(200);
      expectRefusal(await api.get('/account'), 429);
      expectRefusal(await api.get('/account', { headers: noUserAgent }), 403, /User-Agent/);
      expectRefusal(await api.get(`/accounts/${limited.stranger.id}/deposits`), 429);
    });

    it('the User-Agent before the reach of the account', async () => {
      const path = `/accounts/${world.stranger.id}/deposits`;
      expectRefusal(await world.channel.api.get(path, { headers: noUserAgent }), 403, /User-Agent/);
    });
  }

  it('the reach of the account before the role', async () => {
    const inaccessible = `/accounts/${unknownId}/accounts`;
    expectRefusal(await world.customer.api.post(inaccessible, { name: 'A' }), 404);
    expectRefusal(await world.channel.api.post(`${inaccessible}/${world.channel.id}/deactivate`), 404);
  });

  it('the role before the id in the path', async () => {
    const own = world.channel.id;
    const below = world.customer.id;
    // An account is never below its child, yet the refusal to deactivate the own account comes first.
    expectRefusal(await world.channel.api.post(`/accounts/${below}/accounts/${own}/deactivate`), 403);
  });

  it('the role before the body', async () => {
    expectRefusal(await world.customer.api.post('/accounts', nonsense), 403);
    expectRefusal(await world.customer.api.call('POST', '/accounts', { raw: '{' }), 403);
  });
});

describe('The id in the path is checked before the body', () => {
  const writing = routes.filter(({ method, path }) => method !== 'GET' && path.includes('/:id'));
  const bodies = {
    'an unknown field': '{"nonsense":true}',
    'malformed JSON': '{',
    'too long': ' '.repeat(1_048_577),
  };
  const cases = writing.flatMap(({ method, path }) =>
    Object.entries(bodies).map(([fault, raw]) => [method, path, fault, raw] as const),
  );

  it.each(cases)('%s %s, body: %s', async (method, path, _, raw) => {
    const headers = { 'content-type': 'application/json' };
    for (const id of [unknownId, 'not-a-uuid']) {
      const answer = await world.channel.api.call(method, path.replace(':id', id), { raw, headers });
      expectRefusal(answer, 404);
    }
  });
});

describe('The body is checked before the ids in it', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['/biomass/offsets', { project_id: unknownId, pages: 0 }, /pages/],
    ['/biomass/offsets', { quote_id: unknownId, date: '2026-02-30' }, /date/],
    ['/quotes', { project_id: unknownId, items: [] }, /items/],
    [
      '/orders',
      { biomass_project_settings: [{ project_id: unknownId }], items: [{ mass: -1 }] },
      /items\[0\]\.mass/,
    ],
    ['/orders', { carbon_project_settings: [{ project_id: unknownId }], items: [] }, /items/],
    ['/feeds', { type: 'fmaudit', server_id: unknownId, collection_scope: 'some' }, /collection_scope/],
  ])('POST %s %j', async (path, body, message) => {
    expectRefusal(await world.channel.api.post(path, body), 400, message);
  });
});

describe('The ids in the body are checked before the other rules', () => {
  it.each<[string, Record<string, unknown>]>([
    ['/quotes', { project_id: unknownId, items: [{ mass: 0.001 }] }],
    ['/quotes', { project_id: unknownId, items: [{ quantity: 1 }], external_id: 'taken' }],
    ['/orders', { biomass_project_settings: [{ project_id: unknownId }], items: [{ mass: 0.001 }] }],
    ['/orders', { carbon_project_settings: [{ project_id: unknownId }], items: [{ mass: 0.001 }] }],
    ['/feeds', { type: 'papercut', server_id: unknownId }],
  ])('POST %s %j', async (path, body) => {
    await world.channel.api.post('/quotes', {
      project_id: world.projects.forest,
      items: [{ quantity: 1 }],
      external_id: 'taken',
    });
    expectRefusal(await world.channel.api.post(path, body), 404);
  });
});

describe('API-Revision', () => {
  const revisionOf = ({ headers }: Answer) => headers['api-revision'];

  it('is in the response to every authenticated request', async () => {
    const { api } = world.channel;
    const answers = [
      await api.get('/account'),
      await api.get('/deposits'),
      await api.get('/deposits?limit=0'),
      await api.get(`/deposits/${unknownId}`),
      await api.get(`/accounts/${world.stranger.id}/account`),
      await api.get('/no/such/path'),
      await api.get('/deposits/%zz'),
      await api.post('/deposits', nonsense),
      await api.call('POST', '/deposits', { raw: ' '.repeat(1_048_577) }),
      await api.get('/account', { headers: noUserAgent }),
      await api.get('/account', { headers: unknownRevision }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200,
      200,
      400,
      404,
      404,
      404,
      404,
      400,
      400,
      requiresUserAgent ? 403 : 200,
      400,
    ]);
    expect(answers.map(revisionOf)).toEqual(answers.map(() => revision));
  });

  it('is not in the response to a request without a valid key', async () => {
    expect(revisionOf(await apiClient(world.server).get('/account'))).toBeUndefined();
  });

  it('in a request overrides the revision of the key', async () => {
    const answer = await world.channel.api.get('/account', { headers: { 'api-revision': '1.6.6' } });
    expect([answer.status, revisionOf(answer)]).toEqual([200, '1.6.6']);
  });

  it.each(['9.9.9', '1.6', '', 'latest'])(
    'returns 400 with the known revisions when it is unknown: "%s"',
    async (value) => {
      const answer = await world.channel.api.get('/account', { headers: { 'api-revision': value } });
      expectRefusal(answer, 400, /API-Revision.*1\.6\.6/);
    },
  );
});
