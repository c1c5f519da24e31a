// As openapi-fetch-1.6.6.mts, with what revision 1.6.3 has otherwise.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './client.js';
import { settings, type Same } from './settings.mjs';

type Schemas = components['schemas'];

true satisfies Same<Schemas['NewDeposit']['date'], string | null | undefined>;
true satisfies Same<Schemas['NewDeposit']['density'], number | null | undefined>;
true satisfies Same<Schemas['Server']['contact'], string | null>;
true satisfies Same<Extract<keyof paths, `/orders${string}`>, never>;

const api = createClient<paths>({
  baseUrl: settings.url,
  headers: { Authorization: `Bearer ${settings.key}`, 'API-Revision': '1.6.3' },
});

/** What came, or the error that the server sent. */
function answered<T>({ data, error }: { data?: T; error?: Schemas['ErrorResponse'] }): T {
  if (data === undefined) throw new Error(error?.error ?? 'There was no answer');
  return data;
}

const shop = answered(await api.POST('/accounts', { body: { name: 'Old PageResponse Copy Shop' } }));
const renamed = answered(
  await api.PATCH('/accounts/{id}', {
    params: { path: { id: shop.id } },
    body: { external_id: 'CRM-2' },
  }),
);
assert.equal(renamed.external_id, 'CRM-2');

const deposit = answered(await api.POST('/deposits', { body: { pages: 500, date: null } }));
assert.equal(deposit.density, 75);
const deposits = answered(await api.GET('/deposits', { params: { query: { limit: 1 } } }));
assert.equal(deposits[0]?.id, deposit.id);

const offset = answered(await api.POST('/biomass/offsets', { body: { trees: 2 } }));
const quote = answered(
  await api.POST('/quotes', {
    body: { project_id: offset.project_id, items: [{ quantity: 5000, density: 80 }] },
  }),
);
assert.equal(quote.items[0]?.density, 80);

const server = answered(
  await api.POST('/servers', {
    body: { type: 'papercut', url: 'https://print.example.com', username: 'r', contact: 'it@example.com' },
  }),
);
assert.equal(server.contact, 'it@example.com');
const feed = answered(await api.POST('/feeds', { body: { type: 'printfleet' } }));
assert.equal(feed.status, 'active');

const { error } = await api.GET('/deposits/{id}', { params: { path: { id: feed.id } } });
assert.equal(error?.code, 404);

console.log('done');
