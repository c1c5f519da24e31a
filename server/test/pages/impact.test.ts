import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { countPlantings } from '../../src/features/projects/count-plantings.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { certificateNumber } from '../../src/http/pages/certificate-facts.js';
import { fetchPage, issueCertificate, type PageResponse } from '../support/public-pages.js';
import { startWorld, type Member, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let count = 0;
const publish = async (member: Member, more: object = {}): Promise<string> => {
  const slug = `impact-${String(++count)}`;
  const { status } = await member.api.patch('/settings', { public_page: { slug, enabled: true, ...more } });
  expect(status).toBe(200);
  return slug;
};
const get = (path: string, headers: Record<string, string> = {}): Promise<PageResponse> =>
  fetchPage(world, `/impact/${path}`, headers);
const jsonOf = async (slug: string): Promise<Record<string, unknown>> =>
  JSON.parse((await get(`${slug}.json`)).text) as Record<string, unknown>;
const offset = ({ api }: Member, pages: number, date: string): Promise<unknown> =>
  api.post('/biomass/offsets', { pages, date, project_id: world.projects.forest });

/** As the jobs of a server do. */
const addUpBelow = async (): Promise<void> => {
  const { context } = world.server.running.instance;
  await countPlantings(context);
  await rollUp(context);
};

const thisMonth = (): Date => {
  const now = world.server.running.instance.context.clock();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
};
const monthsAgo = (months: number): string => {
  const month = thisMonth();
  month.setUTCMonth(month.getUTCMonth() - months);
  return month.toISOString().slice(0, 7);
};

describe('/impact/SLUG.json', () => {
  it('has exactly the name, trees and paper to date and by month, as numbers', async () => {
    const member = await world.member('customer', world.channel);
    await offset(member, 8_333, `${monthsAgo(2)}-10`);
    await offset(member, 16_666, monthsAgo(0) + '-01');
    const slug = await publish(member);
    expect(await jsonOf(slug)).toEqual({
      name: member.account.name,
      trees: 3,
      pages: 24_999,
      since: `${monthsAgo(2)}-01`,
      months: [
        { month: monthsAgo(2), trees: 1, pages: 8_333 },
        { month: monthsAgo(1), trees: 0, pages: 0 },
        { month: monthsAgo(0), trees: 2, pages: 16_666 },
      ],
      url: `${world.server.running.baseUrl}/impact/${slug}`,
    });
  });

  it('may be read by any site, and is cached for a minute', async () => {
    const slug = await publish(await world.member('customer', world.channel));
    const { status, headers } = await get(`${slug}.json`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is empty for an account without trees', async () => {
    const slug = await publish(await world.member('customer', world.channel));
    expect(await jsonOf(slug)).toMatchObject({ trees: 0, pages: 0, since: null, months: [] });
  });

  it('includes accounts below only if the account chose so', async () => {
    const parent = await world.member('channel', world.distributor);
    const child = await world.member('customer', parent);
    await offset(parent, 8_333, `${monthsAgo(1)}-01`);
    await offset(child, 16_666, `${monthsAgo(1)}-01`);
    await addUpBelow();
    const own = await publish(parent);
    expect(await jsonOf(own)).toMatchObject({ trees: 1, pages: 8_333 });
    const both = await publish(parent, { include_descendants: true });
    expect(await jsonOf(both)).toMatchObject({ trees: 3, pages: 24_999, since: `${monthsAgo(1)}-01` });
    // Those of accounts above and beside it never.
    const below = await publish(child, { include_descendants: true });
    expect(await jsonOf(below)).toMatchObject({ trees: 2 });
  });

  it('reads the sums that are kept, not the months of every account below', async () => {
    const parent = await world.member('channel', world.distributor);
    const child = await world.member('customer', parent);
    await offset(child, 8_333, `${monthsAgo(1)}-01`);
    const before = await publish(parent, { include_descendants: true });
    expect(await jsonOf(before)).toMatchObject({ trees: 0, months: [] });
    const other = await world.member('channel', world.distributor);
    await offset(await world.member('customer', other), 8_333, `${monthsAgo(1)}-01`);
    await addUpBelow();
    const after = await publish(other, { include_descendants: true });
    expect(await jsonOf(after)).toMatchObject({ trees: 1, pages: 8_333 });
  });

  it('has all digits of a large sum', async () => {
    const member = await world.member('customer', world.channel);
    await world.server.sql(
      'insert into account_volume (account_id, month, pages, trees) values ($1, $2, 9007199254740993, 12345678901234.567891)',
      [member.id, `${monthsAgo(0)}-01`],
    );
    const slug = await publish(member);
    const { text } = await get(`${slug}.json`);
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
      const off = await world.member('customer', world.channel);
      const slug = await publish(off);
      await get(`${slug}${ending}`);
      await off.api.patch('/settings', { public_page: { enabled: false } });
      const unknown = comparable(await get(`never-was${ending}`));
      expect(unknown.status).toBe(404);
      expect(comparable(await get(`${slug}${ending}`))).toEqual(unknown);
    },
  );

  it('is one with other letters, dots or wildcards in its name', async () => {
    const slug = await publish(await world.member('customer', world.channel));
    for (const name of [
      slug.toUpperCase(),
      `${slug}.`,
      `${slug}.pdf`,
      `${slug}%00`,
      '%25',
      'a',
      `${slug}%20`,
    ])
      expect([name, (await get(name)).status]).toEqual([name, 404]);
  });
});

describe('/impact/SLUG', () => {
  it('stays for an inactive account, like its certificates', async () => {
    const inactive = await world.member('channel', world.distributor);
    const slug = await publish(inactive);
    await world.distributor.api.post(`/accounts/${inactive.id}/deactivate`);
    expect((await get(slug)).status).toBe(200);
  });

  it('shows trees, paper, months, projects, certificates and careful claims', async () => {
    const member = await world.member('customer', world.channel);
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Grün & <b>Söhne</b>',
    ]);
    const certificate = await issueCertificate(member, 16_666, world.projects.grove);
    const withdrawn = await issueCertificate(member, 8_333, world.projects.grove);
    await member.api.delete(`/biomass/offsets/${withdrawn.offsetId}`);
    const { status, headers, text } = await get(await publish(member));
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    for (const part of [
      'Grün &amp; &lt;b&gt;Söhne&lt;/b&gt;',
      'trees reforested',
      'for 16,666 pages of paper',
      'Grove',
      certificate.url,
      certificateNumber(certificate.id),
      'These figures say nothing about the emissions',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(withdrawn.id);
    expect(text).not.toContain(member.id);
    expect(text).not.toMatch(/(carbon|climate)[ -]neutral/i);
  });

  it('claims nothing as long as there are no trees', async () => {
    const slug = await publish(await world.member('customer', world.channel));
    for (const locale of locales) {
      const { text } = await get(`${slug}?locale=${locale}`);
      const { t } = i18nFor(locale);
      expect(text).toContain(t('impact.empty'));
      for (const claim of [
        t('impact.claimsTitle'),
        t('impact.description', { name: 'x', trees: 0, pages: 0 }),
      ])
        expect(text).not.toContain(claim);
    }
    expect((await get(slug)).text).not.toMatch(/has funded/);
  });

  it('shows the trees of each project, those with most first, with numbers for the pins', async () => {
    const parent = await world.member('channel', world.distributor);
    const child = await world.member('customer', parent);
    await issueCertificate(parent, 8_333, world.projects.forest);
    await issueCertificate(child, 16_666, world.projects.grove);
    await issueCertificate(child, 8_333, world.projects.grove);
    await addUpBelow();
    const listed = ({ text }: PageResponse): string[] =>
      [...text.matchAll(/<strong dir="auto">(.*?)<\/strong>\s*<span>(.*?)<\/span>/gs)].map(
        ([, name, trees]) => `${String(name)}: ${String(trees)}`,
      );
    const both = await get(await publish(parent, { include_descendants: true }));
    expect(listed(both)).toEqual(['Grove: 3\u00a0trees', 'Forest: 1\u00a0tree']);
    expect(both.text.match(/<text y="[^"]*">\d+<\/text>/g)).toHaveLength(2);
    const own = await get(await publish(parent, { include_descendants: false }));
    expect(listed(own)).toEqual(['Forest: 1\u00a0tree']);
    expect(own.text).not.toContain('<text');
  });

  it.each([
    [8_333, ['1', '0.5', '0']],
    [8_333 * 12_345, ['16K', '8K', '0']],
    [8_333 * 7, ['8', '4', '0']],
  ])('has a scale of round numbers beside its months: %s pages', async (pages, scale) => {
    const member = await world.member('customer', world.channel);
    await offset(member, pages, `${monthsAgo(1)}-01`);
    const { text } = await get(await publish(member));
    const [, ticks = ''] = /<ol class="scale">(.*?)<\/ol>/s.exec(text) ?? [];
    expect([...ticks.matchAll(/<li>(.*?)<\/li>/g)].map(([, tick]) => tick)).toEqual(scale);
    // A year at least, so that the last bar is above the last label.
    expect(text.match(/<rect/g)).toHaveLength(12);
  });

  it('shows no certificate and no name of an account below', async () => {
    const parent = await world.member('channel', world.distributor);
    const child = await world.member('customer', parent);
    const certificate = await issueCertificate(child, 8_333, world.projects.forest);
    await addUpBelow();
    const { text } = await get(await publish(parent, { include_descendants: true }));
    expect(text).toContain('Forest');
    expect(text).toContain('other accounts');
    for (const secret of [certificate.id, child.account.name, child.id]) expect(text).not.toContain(secret);
  });

  it.each(locales)('is in %s for a reader of it', async (locale) => {
    const slug = await publish(await world.member('customer', world.channel));
    for (const { text, headers } of [
      await get(`${slug}?locale=${locale}`),
      await get(slug, { 'accept-language': locale }),
    ]) {
      expect(headers['content-language']).toBe(locale);
      expect(text).toContain(i18nFor(locale).t('impact.empty'));
    }
  });

  it('allows nothing from elsewhere, and nothing inline', async () => {
    const member = await world.member('customer', world.channel);
    await issueCertificate(member, 8_333, world.projects.forest);
    const { headers, text } = await get(await publish(member));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('has a picture for links to it', async () => {
    const member = await world.member('customer', world.channel);
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Évergreen 森林 شركة ป่าไม้',
    ]);
    await issueCertificate(member, 12_345_678, world.projects.forest);
    const slug = await publish(member);
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec((await get(slug)).text) ?? [];
    const { status, headers, body } = await fetchPage(world, image);
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect(body.length).toBeLessThan(100_000);
    const { width, height, data } = PNG.sync.read(body);
    expect([width, height]).toEqual([1200, 630]);
    // The number is drawn in copper, on the left.
    let copper = 0;
    for (let at = 0; at < data.length; at += 4) {
      const isLeft = (at / 4) % width < 800;
      if (isLeft && (data[at] ?? 0) > 200 && (data[at + 2] ?? 255) < 130) copper++;
    }
    expect(copper).toBeGreaterThan(5_000);
    const shown = await fetchPage(world, `${image}&again`);
    expect(shown.headers['etag']).toBe(headers['etag']);
  });

  it('is read from the database once a minute, and once for all who ask at the same time', async () => {
    const member = await world.member('customer', world.channel);
    await offset(member, 8_333, `${monthsAgo(0)}-01`);
    const slug = await publish(member);
    const answers = await Promise.all(Array.from({ length: 20 }, () => jsonOf(slug)));
    for (const { trees } of answers) expect(trees).toBe(1);
    await offset(member, 8_333, `${monthsAgo(0)}-01`);
    expect(await jsonOf(slug)).toMatchObject({ trees: 1 });
  });
});
