import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { impactOf, type Impact } from '../support/impact.js';
import type { PageResponse } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let impact: Impact;
beforeAll(async () => {
  world = await startWorld();
  impact = impactOf(world);
});
afterAll(() => world.stop());

describe('/impact/SLUG.json', () => {
  it('has exactly the name, trees and paper to date and by month, as numbers', async () => {
    const member = await world.newAccount('customer', world.channel);
    await impact.offset(member, 8_333, `${impact.monthsAgo(2)}-10`);
    await impact.offset(member, 16_666, impact.monthsAgo(0) + '-01');
    const slug = await impact.publish(member);
    expect(await impact.jsonOf(slug)).toEqual({
      name: member.account.name,
      trees: 3,
      planted: 0,
      pending: 3,
      pages: 24_999,
      since: `${impact.monthsAgo(2)}-01`,
      months: [
        { month: impact.monthsAgo(2), trees: 1, pages: 8_333 },
        { month: impact.monthsAgo(1), trees: 0, pages: 0 },
        { month: impact.monthsAgo(0), trees: 2, pages: 16_666 },
      ],
      projects: [
        {
          id: world.projects.forest,
          name: 'Forest',
          trees: 3,
          planted: 0,
          pending: 3,
          country: 'TZ',
          place: null,
          url: `${world.server.running.baseUrl}/projects/${world.projects.forest}`,
        },
      ],
      methodology: expect.objectContaining({ version: '1', uncertainty: null }),
      url: `${world.server.running.baseUrl}/impact/${slug}`,
    });
  });

  it('has texts in a language that is asked for, and in no other', async () => {
    const member = await world.newAccount('customer', world.channel);
    await impact.offset(member, 16_666, `${impact.monthsAgo(0)}-01`);
    const slug = await impact.publish(member);
    const textsIn = async (query: string, headers = {}): Promise<unknown> =>
      (JSON.parse((await impact.get(`${slug}.json${query}`, headers)).text) as { texts?: unknown }).texts;
    const { t, date } = i18nFor('de');
    expect(await textsIn('?locale=de-AT')).toEqual({
      locale: 'de',
      number: '2',
      trees: '2 Bäume finanziert',
      label: t('badge.label'),
      facts: ['Forest, Tansania', 'für 16.666 Seiten Papier', 'Gepflanzt: 0 · Ausstehend: 2'],
      note: t('claims.note'),
      methodology: expect.stringContaining(`Version 1, ${date(new Date('2026-01-01'))}`),
      sandbox: null,
    });
    for (const query of ['', '?locale=tlh', '?locale=', '?locale=de&locale=fr'])
      expect(await textsIn(query, { 'accept-language': 'de' })).toBeUndefined();
  });

  it('may be read by any site, and is cached for a minute', async () => {
    const slug = await impact.publish(await world.newAccount('customer', world.channel));
    const { status, headers } = await impact.get(`${slug}.json`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is empty for an account without trees', async () => {
    const slug = await impact.publish(await world.newAccount('customer', world.channel));
    expect(await impact.jsonOf(slug)).toMatchObject({ trees: 0, pages: 0, since: null, months: [] });
  });

  it('includes accounts below only if the account chose so', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    await impact.offset(parent, 8_333, `${impact.monthsAgo(1)}-01`);
    await impact.offset(child, 16_666, `${impact.monthsAgo(1)}-01`);
    await impact.addUpBelow();
    const own = await impact.publish(parent);
    expect(await impact.jsonOf(own)).toMatchObject({ trees: 1, pages: 8_333 });
    const both = await impact.publish(parent, { include_descendants: true });
    expect(await impact.jsonOf(both)).toMatchObject({
      trees: 3,
      pages: 24_999,
      since: `${impact.monthsAgo(1)}-01`,
    });
    // Those of accounts above and beside it never.
    const below = await impact.publish(child, { include_descendants: true });
    expect(await impact.jsonOf(below)).toMatchObject({ trees: 2 });
  });

  it('reads the sums that are kept, not the months of every account below', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    await impact.offset(child, 8_333, `${impact.monthsAgo(1)}-01`);
    const before = await impact.publish(parent, { include_descendants: true });
    expect(await impact.jsonOf(before)).toMatchObject({ trees: 0, months: [] });
    const other = await world.newAccount('channel', world.distributor);
    await impact.offset(await world.newAccount('customer', other), 8_333, `${impact.monthsAgo(1)}-01`);
    await impact.addUpBelow();
    const after = await impact.publish(other, { include_descendants: true });
    expect(await impact.jsonOf(after)).toMatchObject({ trees: 1, pages: 8_333 });
  });

  it('has all digits of a large sum', async () => {
    const member = await world.newAccount('customer', world.channel);
    await world.server.sql(
      'insert into account_volume (account_id, month, pages, trees) values ($1, $2, 9007199254740993, 12345678901234.567891)',
      [member.id, `${impact.monthsAgo(0)}-01`],
    );
    const slug = await impact.publish(member);
    const { text } = await impact.get(`${slug}.json`);
    expect(text).toContain('"pages":9007199254740993');
    expect(text).toContain('"trees":12345678901234.567891');
    await world.server.sql('delete from account_volume where account_id = $1', [member.id]);
  });
});

describe('A page that is not there', () => {
  const comparable = ({ status, headers, text }: PageResponse) => {
    const { date: _, 'x-request-id': __, ...kept } = headers;
    return { status, kept, text };
  };

  it.each(['', '.json', '.png'])(
    'is answered alike whether it is off or never was: SLUG%s',
    async (ending) => {
      const off = await world.newAccount('customer', world.channel);
      const slug = await impact.publish(off);
      await impact.get(`${slug}${ending}`);
      await off.api.patch('/settings', { public_page: { enabled: false } });
      const unknown = comparable(await impact.get(`never-was${ending}`));
      expect(unknown.status).toBe(404);
      expect(comparable(await impact.get(`${slug}${ending}`))).toEqual(unknown);
    },
  );

  it('is one with other letters, dots or wildcards in its name', async () => {
    const slug = await impact.publish(await world.newAccount('customer', world.channel));
    for (const name of [
      slug.toUpperCase(),
      `${slug}.`,
      `${slug}.pdf`,
      `${slug}%00`,
      '%25',
      'a',
      `${slug}%20`,
    ])
      expect([name, (await impact.get(name)).status]).toEqual([name, 404]);
  });
});
