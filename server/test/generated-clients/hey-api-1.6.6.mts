// A program as an integrator writes it, with the client that @hey-api/openapi-ts makes of the OpenAPI document.
import assert from 'node:assert/strict';
import { client } from './client/client.gen.js';
import * as api from './client/index.js';
import { settings, type Same } from './settings.mjs';

// No operation asks for a header. What may be left out may be left out, and what may be null may be null.
true satisfies Same<api.NewDeposit['date'], string | null | undefined>;
true satisfies Same<api.NewDeposit['width'], number | null | undefined>;
true satisfies Same<api.NewReading['unit'], 'sheets' | 'impressions' | null | undefined>;
true satisfies Same<api.NewServer['password'], string | null | undefined>;
true satisfies Same<api.ExpandedAccount['deactivated_at'], string | null>;
true satisfies Same<api.Item['gsm'], number | null>;
true satisfies Same<api.TakenReadings['deposit'], api.Deposit | null>;
true satisfies Same<api.Deleted['deleted'], true>;
true satisfies Same<api.CreateDepositError, api.ErrorResponse>;
// @ts-expect-error A date is a text.
({ pages: 1, date: 5 }) satisfies api.NewDeposit;

client.setConfig({
  baseUrl: settings.url,
  auth: settings.key,
  headers: { 'User-Agent': settings.userAgent },
  throwOnError: true,
});
const always = { throwOnError: true } as const;

const { data: own } = await api.getOwnAccount(always);
const { data: shop } = await api.createAccount({ body: { name: 'Hey, Copy Shop' }, ...always });
assert.equal(shop.parent_id, own.id);
assert.equal(shop.deactivated_at, null);

const { data: renamed } = await api.updateAccount({
  path: { id: shop.id },
  body: { display_name: 'The Copy Shop', external_id: null },
  ...always,
});
assert.equal(renamed.display_name, 'The Copy Shop');

const ofShop = { path: { account_id: shop.id }, ...always };
const { data: plain } = await api.createDepositOfAccount({ ...ofShop, body: { pages: 500 } });
assert.equal(plain.gsm, 75);
await api.createDepositOfAccount({
  ...ofShop,
  body: { pages: 20, width: null, length: null, gsm: 80, date: null },
  headers: { 'Idempotency-Key': 'hey-1' },
});
await api.createDepositOfAccount({ ...ofShop, body: { pages: 1, date: '2026-01-31' } });

const { data: firstPage, response } = await api.listDepositsOfAccount({ ...ofShop, query: { limit: 2 } });
assert.equal(firstPage.length, 2);
const next = new URL(/<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '');
const cursor = next.searchParams.get('cursor') ?? '';
const { data: lastPage } = await api.listDepositsOfAccount({ ...ofShop, query: { limit: 2, cursor } });
assert.deepEqual(
  lastPage.map(({ date }) => date),
  ['2026-01-31T00:00:00Z'],
);

const { data: offset } = await api.createBiomassOffset({ body: { pages: 8333 }, ...always });
assert.equal(offset.trees, 1);
const { data: certificate } = await api.getBiomassCertificate({
  path: { id: offset.certificate_id },
  ...always,
});
assert.equal(certificate.project.id, offset.project_id);
const { data: gone } = await api.deleteBiomassOffset({ path: { id: offset.id }, ...always });
assert.equal(gone.deleted, true);

const body: api.NewQuote = { project_id: offset.project_id, items: [{ quantity: 5000 }, { mass: 12_500 }] };
const { data: quote } = await api.createQuote({ body, ...always });
assert.equal(quote.items[1]?.quantity, null);
const { data: order } = await api.createOrder({
  body: { items: [{ quantity: 5000, gsm: 80 }], carbon_project_settings: [] },
  ...always,
});
const { data: placed } = await api.placeOrder({ path: { id: order.id }, ...always });
assert.equal(placed.status, 'placed');

const { data: server } = await api.createServer({
  body: { type: 'papercut', url: 'https://print.example.com', username: 'reader', password: 'secret' },
  ...always,
});
const { data: changed } = await api.updateServer({
  path: { id: server.id },
  body: { username: 'auditor' },
  ...always,
});
assert.equal(changed.username, 'auditor');
const { data: feed } = await api.createFeed({ body: { type: 'fmaudit' }, ...always });
const { data: taken } = await api.pushReadings({
  path: { id: feed.id },
  body: { readings: [{ device: 'A1', total: 100 }] },
  ...always,
});
assert.equal(taken.deposit, null);

const refused = await api.createDeposit({ body: { pages: 1.5 }, throwOnError: false });
assert.ok(refused.error);
assert.equal(refused.error.code, 400);
assert.match(refused.error.error, /^pages must be/);

console.log('done');
