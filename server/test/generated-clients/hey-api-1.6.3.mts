// As hey-api-1.6.6.mts, with what revision 1.6.3 has otherwise.
import assert from 'node:assert/strict';
import { client } from './client/client.gen.js';
import * as api from './client/index.js';
import { settings, type Same } from './settings.mjs';

true satisfies Same<api.NewDeposit['date'], string | null | undefined>;
true satisfies Same<api.NewDeposit['density'], number | null | undefined>;
true satisfies Same<api.Server['contact'], string | null>;

client.setConfig({
  baseUrl: settings.url,
  auth: settings.key,
  headers: { 'API-Revision': '1.6.3' },
  throwOnError: true,
});
const always = { throwOnError: true } as const;

const { data: shop } = await api.createAccount({ body: { name: 'Hey, Old Copy Shop' }, ...always });
const { data: renamed } = await api.updateAccount({
  path: { id: shop.id },
  body: { external_id: 'CRM-1' },
  ...always,
});
assert.equal(renamed.external_id, 'CRM-1');

const { data: deposit } = await api.createDeposit({ body: { pages: 500, date: null }, ...always });
assert.equal(deposit.density, 75);
const { data: deposits } = await api.listDeposits({ query: { limit: 1 }, ...always });
assert.equal(deposits[0]?.id, deposit.id);

const { data: offset } = await api.createBiomassOffset({ body: { trees: 2 }, ...always });
const { data: quote } = await api.createQuote({
  body: { project_id: offset.project_id, items: [{ quantity: 5000, density: 80 }] },
  ...always,
});
assert.equal(quote.items[0]?.density, 80);

const { data: server } = await api.createServer({
  body: { type: 'papercut', url: 'https://print.example.com', username: 'r', contact: 'it@example.com' },
  ...always,
});
assert.equal(server.contact, 'it@example.com');
const { data: feed } = await api.createFeed({ body: { type: 'printfleet' }, ...always });
assert.equal(feed.status, 'active');

const refused = await api.getDeposit({
  path: { id: feed.id },
  throwOnError: false,
});
assert.ok(refused.error);
assert.equal(refused.error.code, 404);

console.log('done');
