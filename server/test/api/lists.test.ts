import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import type { ApiClient, Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { expectRefusal } from '../support/refusal.js';
import { isOfSandboxes } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

/** Those of sandboxes, and those of one resource, are tested with them. */
const lists = routes.flatMap((route) =>
  'item' in route && !isOfSandboxes(route) && !route.path.includes(':id') ? [route.path] : [],
);

/** The sort key of each list; undefined where only the order of creation is known. */
const order: Record<string, [field: string, direction: 1 | -1] | undefined> = {
  '/accounts': ['name', 1],
  '/biomass/certificates': ['date', -1],
  '/biomass/offsets': ['date', -1],
  '/carbon/offsets': ['date', -1],
  '/carbon/projects': undefined,
  '/deposits': ['date', -1],
  '/projects': undefined,
  '/events': ['created_at', -1],
  '/feeds': ['created_at', -1],
  '/forestry/projects': undefined,
  '/invoices': ['created_at', -1],
  '/orders': ['created_at', -1],
  '/quotes': ['created_at', -1],
  '/servers': ['created_at', -1],
  '/users': ['created_at', 1],
  '/volume': ['date', 1],
  '/webhook_endpoints': ['created_at', -1],
};

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await fill(world);
});
afterAll(() => world.stop());

/** Rounds of resources with equal timestamps, so that sort keys have ties. The rounds go back and forth in time. */
async function fill({ server, channel: { api }, carbon }: World): Promise<void> {
  await server.sql(`
    insert into forestry_projects (id, name, status, forest_latitude, forest_longitude, content_logo, content_masthead,
      content_introduction, content_body_html, content_images, created_at)
    select gen_random_uuid(), 'Wood ' || i, 'active', 0, 0, '', '', '', '', '{}', '2026-01-01' from generate_series(1, 6) i`);
  await server.sql(`
    insert into carbon_projects (id, name, type, registry_name, price_per_tonne, status, created_at)
    select gen_random_uuid(), 'Reef ' || i, 'Blue carbon', 'Verra', 10, 'active', '2026-01-01' from generate_series(1, 6) i`);
  for (const month of [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `2020-0${String(number)}`)) {
    await api.post('/biomass/offsets', { pages: 10, date: `${month}-01` });
    await bill(server, month);
  }
  const { body: projects } = await api.get('/forestry/projects');
  const active = (projects as { id: string; status: string }[]).filter(({ status }) => status === 'active');
  for (const { id } of active.reverse()) await api.post(`/projects/${id}`);
  const [project] = active;

  for (const [round, month] of [3, 1, 2].entries()) {
    const at = new Date(Date.UTC(2026, month, 1, 12));
    server.setNow(at);
    for (const twin of ['a', 'b', 'A']) {
      const n = `${twin}${String(round)}`;
      const items = [{ quantity: 500 }];
      await api.post('/accounts', { name: `Name ${n}` });
      await api.post('/biomass/offsets', { pages: 10, date: at.toISOString() });
      await api.post('/deposits', { pages: 10, date: at.toISOString() });
      await api.post('/feeds', { type: 'fmaudit', external_id: n });
      await api.post('/quotes', { project_id: project?.id, items });
      await api.post('/servers', { type: 'fmaudit', url: 'https://print.example.com', username: n });
      await api.post('/webhook_endpoints', { url: 'https://mis.example.com', events: ['*'] });
      await api.post('/users', { email: `${twin === 'A' ? 'c' : twin}${String(round)}@example.com` });
      const settings = [{ project_id: carbon.stoves }, { project_id: carbon.mangroves }];
      const placed = await api.post('/orders', { items, carbon_project_settings: settings });
      await api.patch(`/orders/${String(placed.body.id)}/place`);
    }
  }
  server.setNow(undefined);
}

const nextOf = (link: Json): string | undefined => /^<(.+)>; rel="next"$/.exec(String(link ?? ''))?.[1];

/** Follows the Link headers to the end; the links are absolute URLs. */
async function pages(api: ApiClient, path: string): Promise<Json[][]> {
  const read: Json[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body, headers } = await api.get(next);
    expect(status).toBe(200);
    read.push(body);
    const link = nextOf(headers['link']);
    if (link !== undefined) expect(link.startsWith(`${world.server.url}/`)).toBe(true);
    next = link?.slice(world.server.url.length);
  }
  return read;
}

it('every list in the specification is tested here', () => {
  expect([...lists].sort()).toEqual(Object.keys(order).sort());
});

describe.each(lists)('GET %s', (path) => {
  it('returns all rows in order by default', async () => {
    const { body, headers } = await world.channel.api.get(path);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['link']).toBeUndefined();
    expect(body.length).toBeGreaterThanOrEqual(8);
    const [field, direction] = order[path] ?? [];
    if (field === undefined || direction === undefined) return;
    const keys = (body as Record<string, string>[]).map((item) => item[field]?.toLowerCase() ?? '');
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -direction : a > b ? direction : 0)));
  });

  it('returns the same items in the same order, each once, with any page size', async () => {
    const { body: whole } = await world.channel.api.get(path);
    for (const limit of [1, 2, 4, whole.length - 1, whole.length, 1000]) {
      const read = await pages(world.channel.api, `${path}?limit=${String(limit)}`);
      expect(read.flat()).toEqual(whole);
      expect(read).toHaveLength(Math.ceil(whole.length / limit));
    }
  });

  it('returns everything after a cursor when no limit is given', async () => {
    const { body: whole } = await world.channel.api.get(path);
    const { headers } = await world.channel.api.get(`${path}?limit=3`);
    const cursor = new URL(nextOf(headers['link']) ?? '').searchParams.get('cursor') ?? '';
    expect((await world.channel.api.get(`${path}?cursor=${cursor}`)).body).toEqual(whole.slice(3));
  });

  it('returns the same to an account above, with links that stay under /accounts/:account_id', async () => {
    const { body: whole } = await world.channel.api.get(path);
    const twin = `/accounts/${world.channel.id}${path}`;
    expect((await world.distributor.api.get(twin)).body).toEqual(whole);
    expect((await pages(world.distributor.api, `${twin}?limit=3`)).flat()).toEqual(whole);
    const { headers } = await world.distributor.api.get(`${twin}?limit=3`);
    expect(headers['link']).toContain(`<${world.server.url}${twin}?`);
  });

  it('refuses a limit that is not a whole number from 1 to 1000', async () => {
    for (const limit of ['0', '1001', 'x', '-1', '1.5', '', '1e2', '0x10', '99999999999999999999', ' 1']) {
      const answer = await world.channel.api.get(`${path}?limit=${encodeURIComponent(limit)}`);
      expectRefusal(answer, 400, /^limit must be a whole number from 1 to 1000$/);
    }
  });

  it('refuses a cursor that it did not issue', async () => {
    const { id } = world.channel;
    const forged = [
      '""',
      '[]',
      '{}',
      'null',
      '[1]',
      '["a","b"]',
      '[0,"b"]',
      `["\\u0000","${id}"]`,
      `[1e300,"${id}"]`,
      `[0.5,"${id}"]`,
      `[null,"${id}"]`,
      `[{},"${id}"]`,
      `[[],"${id}"]`,
      `["${id}"]`,
    ].map((text) => Buffer.from(text).toString('base64url'));
    for (const cursor of ['', 'x', '%00', "';--", '🌳', ...forged]) {
      const answer = await world.channel.api.get(`${path}?cursor=${encodeURIComponent(cursor)}`);
      expect([cursor, answer.status]).toEqual([cursor, 400]);
      expectRefusal(answer, 400, /^cursor\b/);
    }
  });
});

describe('Pages', () => {
  it('keep the other parameters of the query', async () => {
    const query = 'start_date=2026-03-01&end_date=2026-04-30';
    for (const path of ['/deposits', '/biomass/offsets']) {
      const { body: whole } = await world.channel.api.get(`${path}?${query}`);
      const { body: all } = await world.channel.api.get(path);
      expect(whole.length).toBeGreaterThanOrEqual(6);
      expect(whole.length).toBeLessThan(all.length);
      expect((await pages(world.channel.api, `${path}?limit=2&${query}`)).flat()).toEqual(whole);
    }
    const { body: volume } = await world.channel.api.get(`/volume?${query}`);
    expect((await pages(world.channel.api, `/volume?${query}&limit=1`)).flat()).toEqual(volume);
  });

  it('of an empty list are one empty page', async () => {
    const { body, headers } = await world.customer.api.get('/deposits?limit=10');
    expect([body, headers['link']]).toEqual([[], undefined]);
  });

  it('skip and repeat no remaining row when rows are added and deleted in between', async () => {
    const { api } = await world.newAccount('customer', world.channel);
    for (let day = 1; day <= 6; day++) {
      await api.post('/deposits', { pages: day, date: `2026-01-0${String(day)}` });
    }
    const first = await api.get('/deposits?limit=3');
    const [newest, , last] = first.body as { id: string }[];
    await api.delete(`/deposits/${String(newest?.id)}`);
    await api.delete(`/deposits/${String(last?.id)}`);
    await api.post('/deposits', { pages: 7, date: '2026-01-07' });
    const rest = await pages(api, nextOf(first.headers['link'])?.slice(world.server.url.length) ?? '');
    expect(rest.flat().map(({ pages }: { pages: number }) => pages)).toEqual([3, 2, 1]);
  });

  it('reveal nothing to another account that has a cursor', async () => {
    const { headers } = await world.channel.api.get('/deposits?limit=1');
    const path = nextOf(headers['link'])?.slice(world.server.url.length) ?? '';
    expect((await world.stranger.api.get(path)).body).toEqual([]);
  });
});

describe('A list of more than 1000 rows', () => {
  it.each([999, 1000, 1001, 2000, 2500])('is returned in full, each row once: %i rows', async (count) => {
    const member = await world.newAccount('customer', world.channel);
    // Many rows share a date, so a batch ends in the middle of a tie.
    await world.server.sql(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       select $1, gen_random_uuid(), '2026-01-01'::timestamptz + (i / 700) * interval '1 day', i, 1, 1, 75, now()
       from generate_series(1, $2::integer) i`,
      [member.id, count],
    );
    await world.server.sql(
      `insert into users (account_id, id, email, email_key, full_name, locale, created_at)
       select $1, gen_random_uuid(), i || '@x.example', i || '@x.example', 'A "quoted" name, \\ [1]', 'en', '2026-01-01'
       from generate_series(1, $2::integer) i`,
      [member.id, count],
    );
    for (const path of ['/deposits', '/users']) {
      const { body: whole, headers } = await member.api.get(path);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(new Set((whole as { id: string }[]).map(({ id }) => id)).size).toBe(count);
      expect(whole).toHaveLength(count);
      const read = await pages(member.api, `${path}?limit=1000`);
      expect(read.flat()).toEqual(whole);
    }
  });
});
