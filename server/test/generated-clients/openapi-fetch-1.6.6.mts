// A program as an integrator writes it, with openapi-fetch and the types that openapi-typescript makes of the OpenAPI document.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './client.js';
import { settings, type Same } from './settings.mjs';

type Schemas = components['schemas'];

// No operation asks for a header. What may be left out may be left out, and what may be null may be null.
true satisfies Same<Schemas['NewDeposit']['date'], string | null | undefined>;
true satisfies Same<Schemas['NewDeposit']['width'], number | null | undefined>;
true satisfies Same<Schemas['NewReading']['unit'], 'sheets' | 'impressions' | null | undefined>;
true satisfies Same<Schemas['NewServer']['password'], string | null | undefined>;
true satisfies Same<Schemas['ExpandedAccount']['deactivated_at'], string | null>;
true satisfies Same<Schemas['Item']['gsm'], number | null>;
true satisfies Same<Schemas['TakenReadings']['deposit'], Schemas['Deposit'] | null>;
true satisfies Same<Schemas['Deleted']['deleted'], true>;
({ pages: 1 }) satisfies Schemas['NewDeposit'];
// @ts-expect-error A date is a text.
({ pages: 1, date: 5 }) satisfies Schemas['NewDeposit'];

const api = createClient<paths>({
  baseUrl: settings.url,
  headers: { Authorization: `Bearer ${settings.key}`, 'User-Agent': settings.userAgent },
});

/** What came, or the error that the server sent. */
function answered<T>({ data, error }: { data?: T; error?: Schemas['ErrorResponse'] }): T {
  if (data === undefined) throw new Error(error?.error ?? 'There was no answer');
  return data;
}

const own = answered(await api.GET('/account'));
const shop = answered(await api.POST('/accounts', { body: { name: 'PageResponse Copy Shop' } }));
assert.equal(shop.parent_id, own.id);
assert.equal(shop.deactivated_at, null);
const renamed = answered(
  await api.PATCH('/accounts/{id}', {
    params: { path: { id: shop.id } },
    body: { display_name: 'The Copy Shop', external_id: null },
  }),
);
assert.equal(renamed.display_name, 'The Copy Shop');

const path = { account_id: shop.id };
const deposits = '/accounts/{account_id}/deposits';
const plain = answered(await api.POST(deposits, { params: { path }, body: { pages: 500 } }));
assert.equal(plain.gsm, 75);
answered(
  await api.POST(deposits, {
    params: { path, header: { 'Idempotency-Key': 'fetch-1', 'API-Revision': '1.6.6' } },
    body: { pages: 20, width: null, length: null, gsm: 80, date: null },
  }),
);
answered(await api.POST(deposits, { params: { path }, body: { pages: 1, date: '2026-01-31' } }));

const first = await api.GET(deposits, { params: { path, query: { limit: 2 } } });
assert.equal(first.data?.length, 2);
const next = new URL(/<([^>]+)>; rel="next"/.exec(first.response.headers.get('link') ?? '')?.[1] ?? '');
const cursor = next.searchParams.get('cursor') ?? '';
const last = answered(await api.GET(deposits, { params: { path, query: { limit: 2, cursor } } }));
assert.deepEqual(
  last.map(({ date }) => date),
  ['2026-01-31T00:00:00Z'],
);

const offset = answered(await api.POST('/biomass/offsets', { body: { pages: 8333 } }));
assert.equal(offset.trees, 1);
const certificate = answered(
  await api.GET('/biomass/certificates/{id}', { params: { path: { id: offset.certificate_id } } }),
);
assert.equal(certificate.project.id, offset.project_id);
const gone = answered(await api.DELETE('/biomass/offsets/{id}', { params: { path: { id: offset.id } } }));
assert.equal(gone.deleted, true);

const quote = answered(
  await api.POST('/quotes', {
    body: { project_id: offset.project_id, items: [{ quantity: 5000 }, { mass: 12_500 }] },
  }),
);
assert.equal(quote.items[1]?.quantity, null);
const order = answered(
  await api.POST('/orders', {
    body: { items: [{ quantity: 5000, gsm: 80 }], carbon_project_settings: [] },
  }),
);
const placed = answered(await api.PATCH('/orders/{id}/place', { params: { path: { id: order.id } } }));
assert.equal(placed.status, 'placed');

const server = answered(
  await api.POST('/servers', {
    body: { type: 'papercut', url: 'https://print.example.com', username: 'reader', password: 'secret' },
  }),
);
const changed = answered(
  await api.PATCH('/servers/{id}', { params: { path: { id: server.id } }, body: { username: 'auditor' } }),
);
assert.equal(changed.username, 'auditor');
const feed = answered(await api.POST('/feeds', { body: { type: 'fmaudit' } }));
const taken = answered(
  await api.POST('/feeds/{id}/readings', {
    params: { path: { id: feed.id } },
    body: { readings: [{ device: 'A1', total: 100 }] },
  }),
);
assert.equal(taken.deposit, null);

const { error } = await api.POST('/deposits', { body: { pages: 1.5 } });
assert.equal(error?.code, 400);
assert.match(error.error, /^pages must be/);

console.log('done');
