import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { startSandbox, type MarkedSandbox } from '../support/marked-sandbox.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

const today = '2026-03-10T10:00:00Z';

let world: World;
let sandbox: MarkedSandbox;
let invoice: Json;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow(today);
  sandbox = await startSandbox(world);
  await sandbox.api.post('/biomass/offsets', { pages: 8_333_000, project_id: world.projects.forest });
  await sandbox.advance('2026-04-02T12:00:00Z');
  [invoice] = (await sandbox.api.get('/invoices')).body;
});
afterAll(() => world.stop());

const app = async (path: string): Promise<Json> => {
  const { status, body } = await sandbox.user.app(
    'GET',
    `${sandbox.root}/app/accounts/${sandbox.account.id}${path}`,
  );
  expect(status).toBe(200);
  return body;
};
const download = (path: string): Promise<PageResponse> => {
  const cookie = [...sandbox.user.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetchPage(world, `${sandbox.root}/app/accounts/${sandbox.account.id}${path}`, { cookie });
};

describe('Invoice numbers of a sandbox', () => {
  it('are a series of their own in the API', async () => {
    expect(invoice.number).toMatch(/^TEST-\d{6}$/);
    expect((await sandbox.api.get(`/invoices/${String(invoice.id)}`)).body.number).toBe(invoice.number);
  });

  it('are the same in the dashboard, in downloads and in the search', async () => {
    expect((await app('/invoices')).map(({ number }: Json) => number)).toEqual([invoice.number]);
    expect((await app(`/invoices/${String(invoice.id)}`)).number).toBe(invoice.number);
    for (const format of ['csv', 'json']) {
      const { text } = await download(`/invoices/export?format=${format}`);
      expect(text).toContain(invoice.number);
      expect(text).not.toContain('INV-');
    }
    const found = async (q: string): Promise<unknown[]> =>
      (await app(`/find?q=${q}`)).map(({ kind, title }: Json) => [kind, title]);
    expect(await found(invoice.number)).toEqual([['invoice', invoice.number]]);
    expect(await found(invoice.number.toLowerCase())).toEqual([['invoice', invoice.number]]);
    expect(await found(String(Number(invoice.number.slice(5))))).toEqual([['invoice', invoice.number]]);
    expect(await found(invoice.number.replace('TEST', 'INV'))).toEqual([]);
  });

  it('name the PDF, which search engines do not index', async () => {
    const { status, headers } = await download(`/invoices/${String(invoice.id)}/pdf?locale=en`);
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(headers['content-disposition']).toContain(`${String(invoice.number)}.pdf`);
  });

  it('leave the numbers of live without a gap', async () => {
    const { api } = world.distributor;
    await api.post('/biomass/offsets', { pages: 8_333, project_id: world.projects.forest });
    world.server.setNow('2026-04-02T10:00:00Z');
    await bill(world.server, '2026-03');
    expect((await api.get('/invoices')).body).toMatchObject([{ number: 'INV-000001' }]);
    world.server.setNow(today);
  });

  it('are on credit notes, too', async () => {
    const { body } = await sandbox.api.get('/biomass/offsets');
    const context = await sandbox.context();
    const withdrawal = { reason: 'Counted twice', returnsPages: false };
    const billed = body.find(({ pages }: Json) => pages === 8_333_000);
    const note = await withdrawOffset(context, sandbox.account.id, billed.id, withdrawal);
    const [shown] = await app('/credit-notes');
    expect([shown.number, shown.invoice_number]).toEqual(['TEST-CRN-000001', invoice.number]);
    const pdf = await download(`/credit-notes/${String(note?.id)}/pdf?locale=ja`);
    expect(pdf.headers['content-disposition']).toContain('TEST-CRN-000001.pdf');
  });
});

describe('Mails of a sandbox', () => {
  it('say so in subject and body, in the language of the recipient', async () => {
    const { db } = await sandbox.context();
    expect(db.schema).toBeDefined();
    await world.server.sql(`update ${String(db.schema)}.mails set locale = 'de' where kind = 'month-end'`);
    const { body: mails } = await sandbox.api.get('/sandbox/mails');
    const kinds = new Set(mails.map(({ kind }: Json) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['invoice', 'month-end']));
    for (const { kind, subject, text, html } of mails) {
      const { t } = i18nFor(kind === 'month-end' ? 'de' : 'en');
      expect(subject).toMatch(/^\[SANDBOX\] ./);
      expect(text.startsWith(t('sandbox.mail'))).toBe(true);
      expect(html).toContain(t('sandbox.mail'));
    }
    const about = mails.find(({ kind }: Json) => kind === 'invoice');
    expect(about.subject).toMatch(/TEST-\d{6}/);
    expect(JSON.stringify(mails)).not.toContain('INV-');
  });
});
