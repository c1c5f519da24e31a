import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateNumber } from '../../src/http/pages/certificate-number.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { impactOf, type Impact } from '../support/impact.js';
import { fetchPage, issueCertificate, type PageResponse } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let impact: Impact;
beforeAll(async () => {
  world = await startWorld();
  impact = impactOf(world);
});
afterAll(() => world.stop());

describe('/impact/SLUG', () => {
  it('stays for an inactive account, like its certificates', async () => {
    const inactive = await world.newAccount('channel', world.distributor);
    const slug = await impact.publish(inactive);
    await world.distributor.api.post(`/accounts/${inactive.id}/deactivate`);
    expect((await impact.get(slug)).status).toBe(200);
  });

  it('shows trees, paper, months, projects, certificates and careful claims', async () => {
    const member = await world.newAccount('customer', world.channel);
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Grün & <b>Söhne</b>',
    ]);
    const certificate = await issueCertificate(member, 16_666, world.projects.grove);
    const withdrawn = await issueCertificate(member, 8_333, world.projects.grove);
    await member.api.delete(`/biomass/offsets/${withdrawn.offsetId}`);
    const { status, headers, text } = await impact.get(await impact.publish(member));
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    for (const part of [
      'Grün &amp; &lt;b&gt;Söhne&lt;/b&gt;',
      'trees funded',
      'for 16,666 pages of paper',
      'Grove',
      certificate.url,
      certificateNumber(certificate.id),
      'These figures say nothing about the emissions',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(withdrawn.id);
    expect(text).not.toContain(member.id);
    expect(forbiddenIn(text, 'en')).toEqual([]);
  });

  it('claims nothing as long as there are no trees', async () => {
    const slug = await impact.publish(await world.newAccount('customer', world.channel));
    for (const locale of locales) {
      const { text } = await impact.get(`${slug}?locale=${locale}`);
      const { t } = i18nFor(locale);
      expect(text).toContain(t('impact.empty'));
      for (const claim of [
        t('impact.claimsTitle'),
        t('impact.description', { name: 'x', trees: 0, pages: 0 }),
      ])
        expect(text).not.toContain(claim);
    }
    expect((await impact.get(slug)).text).not.toMatch(/has funded/);
  });

  it('shows the trees of each project, those with most first, with numbers for the pins', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    await issueCertificate(parent, 8_333, world.projects.forest);
    await issueCertificate(child, 16_666, world.projects.grove);
    await issueCertificate(child, 8_333, world.projects.grove);
    await impact.addUpBelow();
    const listed = ({ text }: PageResponse): string[] =>
      [
        ...text.matchAll(/<strong dir="auto"\s*><a [^>]*>(.*?)<\/a>\s*<\/strong>.*?<span>(.*?)<\/span>/gs),
      ].map(([, name, trees]) => `${String(name)}: ${String(trees)}`);
    const both = await impact.get(await impact.publish(parent, { include_descendants: true }));
    expect(listed(both)).toEqual(['Grove: 3\u00a0trees', 'Forest: 1\u00a0tree']);
    expect(both.text.match(/<text y="[^"]*">\d+<\/text>/g)).toHaveLength(2);
    const own = await impact.get(await impact.publish(parent, { include_descendants: false }));
    expect(listed(own)).toEqual(['Forest: 1\u00a0tree']);
    expect(own.text).not.toContain('<text');
  });

  it.each([
    [8_333, ['1', '0.5', '0']],
    [8_333 * 12_345, ['16K', '8K', '0']],
    [8_333 * 7, ['8', '4', '0']],
  ])('has a scale of round numbers beside its months: %s pages', async (pages, scale) => {
    const member = await world.newAccount('customer', world.channel);
    await impact.offset(member, pages, `${impact.monthsAgo(1)}-01`);
    const { text } = await impact.get(await impact.publish(member));
    const [, ticks = ''] = /<ol class="scale">(.*?)<\/ol>/s.exec(text) ?? [];
    expect([...ticks.matchAll(/<li>(.*?)<\/li>/g)].map(([, tick]) => tick)).toEqual(scale);
    // A year at least, so that the last bar is above the last label.
    expect(text.match(/<rect/g)).toHaveLength(12);
  });

  it.each([
    [
      'https://grove.example/?a=1&b=2',
      '<a href="https://grove.example/?a=1&amp;b=2" rel="noopener nofollow">',
    ],
    ['', undefined],
    ['javascript:alert(1)', undefined],
    ['https://user:secret@grove.example', undefined],
  ])('links a project to its page, and to its own site if it has one: %s', async (website, link) => {
    const member = await world.newAccount('customer', world.channel);
    await issueCertificate(member, 100, world.projects.grove);
    const change = 'update forestry_projects set website = $2 where id = $1';
    await world.server.sql(change, [world.projects.grove, website]);
    const { text } = await impact.get(await impact.publish(member));
    const [, page, found] =
      /<a href="([^"]*)">Grove<\/a>.*?<span class="of">.*?<\/span>\s*(<a [^>]*>)?/s.exec(text) ?? [];
    expect([page, found]).toEqual([`${world.server.running.baseUrl}/projects/${world.projects.grove}`, link]);
  });

  it('shows no certificate and no name of an account below', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    const certificate = await issueCertificate(child, 8_333, world.projects.forest);
    await impact.addUpBelow();
    const { text } = await impact.get(await impact.publish(parent, { include_descendants: true }));
    expect(text).toContain('Forest');
    expect(text).toContain('other accounts');
    for (const secret of [certificate.id, child.account.name, child.id]) expect(text).not.toContain(secret);
  });

  it.each(locales)('is in %s for a reader of it', async (locale) => {
    const slug = await impact.publish(await world.newAccount('customer', world.channel));
    for (const { text, headers } of [
      await impact.get(`${slug}?locale=${locale}`),
      await impact.get(slug, { 'accept-language': locale }),
    ]) {
      expect(headers['content-language']).toBe(locale);
      expect(text).toContain(i18nFor(locale).t('impact.empty'));
    }
  });

  it('allows nothing from elsewhere, and nothing inline', async () => {
    const member = await world.newAccount('customer', world.channel);
    await issueCertificate(member, 8_333, world.projects.forest);
    const { headers, text } = await impact.get(await impact.publish(member));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('has a picture for links to it', async () => {
    const member = await world.newAccount('customer', world.channel);
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Évergreen 森林 شركة ป่าไม้',
    ]);
    await issueCertificate(member, 12_345_678, world.projects.forest);
    const slug = await impact.publish(member);
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec((await impact.get(slug)).text) ?? [];
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
    const member = await world.newAccount('customer', world.channel);
    await impact.offset(member, 8_333, `${impact.monthsAgo(0)}-01`);
    const slug = await impact.publish(member);
    const answers = await Promise.all(Array.from({ length: 20 }, () => impact.jsonOf(slug)));
    for (const { trees } of answers) expect(trees).toBe(1);
    await impact.offset(member, 8_333, `${impact.monthsAgo(0)}-01`);
    expect(await impact.jsonOf(slug)).toMatchObject({ trees: 1 });
  });
});
