import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { acceptOffer, createLinkAs, linkPathOf, requestQuote } from '../support/offers.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import {
  signInVisitor,
  createInvitedUser,
  visitor,
  type Visitor,
  type VisitResponse,
} from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let seller: Visitor;
let quote: Json;
beforeAll(async () => {
  // Each visitor has its own address. 3 units of the currency pay for 10,000 pages.
  world = await startWorld({ REGROVE_TRUSTED_PROXIES: '127.0.0.1', REGROVE_MAX_UNBILLED: '30' });
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('customer', world.channel);
  seller = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
  quote = await quoted(8_333, 'Q-77');
});
afterEach(async () => {
  world.server.setNow(undefined);
  await world.server.sql(`update forestry_projects set status = 'active' where name = 'Forest'`);
  await expectLedgerInBalance(world.server);
});

const quoted = (quantity: number, externalId?: string): Promise<Json> =>
  requestQuote(world, member, quantity, externalId);
const linkPath = (id: unknown = quote.id): string => linkPathOf(member, id);
const createLink = (id: unknown = quote.id): Promise<string> => createLinkAs(seller, linkPath(id));
const accept = (path: string, headers: Record<string, string> = {}): Promise<VisitResponse> =>
  acceptOffer(world, path, headers);
const see = (path: string): Promise<VisitResponse> => visitor(world.server).get(path);
const offsets = async (): Promise<Json> => (await member.api.get('/biomass/offsets')).body;
const { t } = i18nFor('en');

describe('The link of a quote', () => {
  it('shows what is offered, to anyone who has it', async () => {
    const path = await createLink();
    expect(path).toMatch(/^\/quotes\/rq_[\w-]{54}$/);
    const { status, headers, text } = await see(path);
    expect(status).toBe(200);
    for (const part of [member.account.name, 'Forest', '8,333', '$2.50', 'Q-77', t('offer.accept')])
      expect(text).toContain(part);
    expect(text).not.toContain(member.id);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*form-action 'self'/);
    expect(text).toContain('noindex');
    expect(await offsets()).toEqual([]);
  });

  it('names its recipient, in any script, until another link replaces it', async () => {
    const recipient = 'مطبعة <b>Müller</b>';
    const link = (name?: string | null) => seller.app('POST', linkPath(), { recipient: name });
    const { status, body } = await link(`  ${recipient} `);
    expect([status, body.recipient]).toEqual([200, recipient]);
    expect((await seller.app('GET', linkPath())).body.links).toMatchObject([{ recipient }]);
    const { text } = await see(new URL(body.url).pathname);
    expect(text).toContain(`<dt>${t('offer.recipient')}</dt>`);
    expect(text).toContain('<dd dir="auto">مطبعة &lt;b&gt;Müller&lt;/b&gt;</dd>');
    for (const wrong of ['x'.repeat(101), '', 'a\nb', 'a\u202Eb', 7])
      expectRefusal(await seller.app('POST', linkPath(), { recipient: wrong }), 400);
    expect((await seller.app('GET', linkPath())).body.links).toMatchObject([{ recipient }]);
    const next = await see(new URL((await link(null)).body.url).pathname);
    expect(next.text).not.toContain(`<dt>${t('offer.recipient')}</dt>`);
    // It belongs to the link, not to the quote.
    expect(Object.keys((await member.api.get(`/quotes/${String(quote.id)}`)).body)).not.toContain(
      'recipient',
    );
  });

  it('sets the longest name small, so that the offer is on the first screen', async () => {
    const name = 'Association of Paper Merchants '.repeat(9).slice(0, 255).trim();
    await world.server.sql('update accounts set display_name = $2 where id = $1', [member.id, name]);
    expect((await see(await createLink())).text).toContain('<h1 class="endless" dir="auto">');
  });

  it('shows the paper, and that taxes come on top', async () => {
    const items = [
      { quantity: 5_000, width: 0.21, length: 0.297, gsm: 80 },
      { mass: 12_500 },
      { quantity: 1 },
    ];
    const { body } = await member.api.post('/quotes', { project_id: world.projects.forest, items });
    const path = await createLink(body.id);
    const { text } = await see(path);
    for (const part of ['5,000 sheets · 210 × 297 mm · 80 g/m²', '12.5 kg', '1 sheet · 216 × 279 mm'])
      expect(text).toContain(part);
    expect(text).toContain(t('offer.taxNote'));
    const many = Array.from({ length: 30 }, (_, index) => ({ quantity: 100 + index }));
    const long = await member.api.post('/quotes', { project_id: world.projects.forest, items: many });
    const shown = await see(await createLink(long.body.id));
    expect(shown.text.match(/ sheets · /g)).toHaveLength(19);
    expect(shown.text).toContain('11 more items');
  });

  it.each(locales)('is in %s on request', async (locale) => {
    const { text } = await see(`${await createLink()}?locale=${locale}`);
    expect(text).toContain(`<html lang="${locale}">`);
    expect(text).toContain(i18nFor(locale).t('offer.accept'));
  });

  it('executes the quote once, however often and quickly it is accepted', async () => {
    const path = await createLink();
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(path)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const [offset, ...more] = await offsets();
    expect(more).toEqual([]);
    expect(offset).toMatchObject({ pages: 8_333, trees: 1, quote_id: quote.id });
    for (const { text } of answers) expect(text).toContain(`/certificates/${String(offset.certificate_id)}`);
    expect((await see(path)).text).toContain(t('offer.acceptedTitle'));
    expect((await member.api.get(`/quotes/${String(quote.id)}`)).body.biomass_offset_id).toBe(offset.id);
  });

  it('tells the account by mail and in the audit trail', async () => {
    await accept(await createLink());
    const mails = await world.server.sql<{ kind: string; facts: Json }>(
      "select kind, facts from mails where account_id = $1 and kind = 'quote-accepted'",
      [member.id],
    );
    expect(mails).toMatchObject([
      {
        facts: {
          quoteId: quote.id,
          reference: 'Q-77',
          price: '2.5',
          project: { project: 'Forest' },
          planted: { trees: '1.000000', covered: '0' },
        },
      },
    ]);
    const trail = await world.server.sql(
      `select action, actor_kind, actor_id from audit_entries
       where account_id = $1 and (action like 'quote_link%' or action = 'biomass_offset.create') order by at, id`,
      [member.id],
    );
    expect(trail).toHaveLength(3);
    expect(trail).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'quote_link.create', actor_kind: 'user' }),
        { action: 'biomass_offset.create', actor_kind: 'job', actor_id: 'quote-link' },
        { action: 'quote_link.accept', actor_kind: 'job', actor_id: 'quote-link' },
      ]),
    );
  });

  it('is not accepted by a form on another site', async () => {
    const path = await createLink();
    const { status, text } = await accept(path, {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(status).toBe(403);
    expect(text).toContain(t('offer.accept'));
    expect(await offsets()).toEqual([]);
  });

  it('expires after 30 days', async () => {
    const path = await createLink();
    world.server.setNow(new Date(Date.now() + 30 * 86_400_000 + 1_000));
    for (const answer of [await see(path), await accept(path), await see(`${path}.pdf`)]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain(t('offer.expiredTitle'));
    }
    expect(await offsets()).toEqual([]);
  });

  it('is not offered again after the offset was deleted; the quote can be shared with a new one', async () => {
    const path = await createLink();
    await accept(path);
    const [offset] = await offsets();
    expect((await member.api.delete(`/biomass/offsets/${String(offset.id)}`)).status).toBe(200);
    for (const answer of [await see(path), await accept(path), await see(`${path}.pdf`)]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain(t('offer.withdrawnTitle'));
      expect(answer.text).not.toContain(t('offer.accept'));
    }
    expect(await offsets()).toEqual([]);
    const next = await createLink();
    expect((await see(path)).status).toBe(404);
    expect((await accept(next)).status).toBe(200);
    expect(await offsets()).toHaveLength(1);
  });

  it('ends when it is withdrawn, replaced, or its quote is deleted, like one that never was', async () => {
    const unknown = await see(`/quotes/rq_${'x'.repeat(54)}`);
    expect(unknown.status).toBe(404);
    const withdrawn = await createLink();
    expect((await seller.app('DELETE', linkPath())).status).toBe(200);
    expectRefusal(await seller.app('DELETE', linkPath()), 404, /no link/);
    const replaced = await createLink();
    const newest = await createLink();
    expect((await see(newest)).status).toBe(200);
    await member.api.delete(`/quotes/${String(quote.id)}`);
    for (const path of [withdrawn, replaced, newest]) {
      for (const answer of [await see(path), await accept(path)])
        expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    expect(await offsets()).toEqual([]);
  });

  it('is of no use with another account, or another end', async () => {
    const path = await createLink();
    for (const wrong of [path.slice(0, -1), `${path.slice(0, -1)}_`, path.toUpperCase(), `${path}x`])
      expect((await see(wrong)).status).toBe(404);
  });

  it('orders nothing over the limit of the account, and says that it cannot be accepted', async () => {
    await member.api.post('/biomass/offsets', { pages: 80_000 });
    const path = await createLink();
    expect((await accept(path)).status).toBe(200);
    const large = await quoted(80_000);
    const { status, text } = await accept(await createLink(large.id));
    expect(status).toBe(409);
    expect(text).toContain(t('offer.refusedTitle'));
    expect(await offsets()).toHaveLength(2);
  });

  it('orders nothing for a complete project, and cannot be created for one', async () => {
    const path = await createLink();
    await world.server.sql(`update forestry_projects set status = 'complete' where name = 'Forest'`);
    expect((await accept(path)).status).toBe(409);
    expectRefusal(await seller.app('POST', linkPath()), 400, /complete/);
    expect(await offsets()).toEqual([]);
  });

  it('cannot be created for a quote that was executed, or of another account', async () => {
    await member.api.post('/biomass/offsets', { quote_id: quote.id });
    expectRefusal(await seller.app('POST', linkPath()), 400, /has been executed/);
    const { body: other } = await world.stranger.api.post('/quotes', {
      project_id: world.projects.forest,
      items: [{ quantity: 10 }],
    });
    for (const id of [other.id, unknownId, 'x'])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await seller.app(method, linkPath(id))).status).toBe(404);
  });

  it('is listed without its address', async () => {
    expect((await seller.app('GET', linkPath())).body).toEqual({ links: [] });
    await accept(await createLink());
    expect((await seller.app('GET', linkPath())).body).toEqual({
      links: [{ expires_at: expect.any(String), accepted_at: expect.any(String), recipient: null }],
    });
  });

  it('limits how often one address can try to accept', async () => {
    const person = visitor(world.server);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 25; attempt++)
      statuses.push((await person.visit('POST', `/quotes/rq_${'y'.repeat(54)}`, { form: {} })).status);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([404]));
    expect(statuses.at(-1)).toBe(429);
  });
});
