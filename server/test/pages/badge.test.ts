import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAccountSettings } from '../../src/features/accounts/change-settings.js';
import { coverTrees } from '../../src/features/plantings/cover-trees.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { newId } from '../../src/platform/ids.js';
import { badgeSvg } from '../../src/http/pages/badge/badge-svg.js';
import type { BadgeFacts } from '../../src/http/pages/badge/badge-texts.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { PlantedProject } from '../support/planted-project.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
  for (const pages of [8_333, 16_666]) await member.api.post('/biomass/offsets', { pages });
  await changeAccountSettings(world.server.running.instance.context, member.account.id, {
    badgeEnabled: true,
    locale: 'de',
  });
});
afterAll(() => world.stop());

const badge = (id: string, query = '', headers: Record<string, string> = {}): Promise<PageResponse> =>
  fetchPage(world, `/accounts/${id}/badge.svg${query}`, headers);

/** What it shows, without the breaks of its lines. */
const textOf = (svg: string): string =>
  [...svg.matchAll(/<text [^>]*>([^]*?)<\/text\s*>/g)].map(([, text = '']) => text.trim()).join(' ');

describe('The badge', () => {
  it('shows the trees to date, in the language of the account', async () => {
    const { status, headers, text } = await badge(member.id);
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(headers['content-language']).toBe('de');
    expect(text).toContain(
      '<title id="t">3 Bäume finanziert – Bäume für unser Papier. Bäume zu finanzieren verringert',
    );
  });

  it.each(locales)('is in %s on request', async (locale) => {
    for (const { text } of [
      await badge(member.id, `?locale=${locale}`),
      await badge(member.id, '', { 'accept-language': locale }),
    ]) {
      expect(text).toContain(`xml:lang="${locale}"`);
      expect(text).toContain(i18nFor(locale).t('badge.label'));
    }
  });

  it('loads nothing from another origin', async () => {
    const { text } = await badge(member.id);
    expect(text.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|url\(|href|<style|<script/,
    );
  });

  it('reveals nothing else about the account', async () => {
    const { text } = await badge(member.id);
    for (const secret of [member.id, member.account.name]) expect(text).not.toContain(secret);
  });

  it('says where the trees are, for how much paper, what is planted, and by which methodology', async () => {
    const other = await world.newAccount();
    await changeAccountSettings(world.server.running.instance.context, other.account.id, {
      badgeEnabled: true,
    });
    const project = await PlantedProject.open(world);
    for (const [id, trees] of [
      [project.id, 4],
      [world.projects.grove, 3],
      [world.projects.forest, 2],
    ] as const)
      await other.api.post('/biomass/offsets', { pages: trees * 8_333, project_id: id });
    await project.plant({ reference: 'badge', trees: 2 });
    await coverTrees(world.server.running.instance.context);
    const { text } = await badge(other.id, '?locale=en');
    const said = textOf(text);
    for (const part of [
      '9 trees funded',
      project.name,
      'Grove',
      'and 1 more project',
      'for 74,997 pages of paper',
      'Planted: 2 · Pending: 7',
      i18nFor('en').t('claims.note'),
      'Methodology: ',
      'Source: Emission factor: EPA Victoria, publication 1374.1',
      'Uncertainty: not stated',
    ])
      expect(said).toContain(part);
    expect(said).not.toContain('Forest');
  });

  it('claims nothing without trees', async () => {
    const other = await world.newAccount();
    const { context } = world.server.running.instance;
    await changeAccountSettings(context, other.account.id, { badgeEnabled: true });
    const said = textOf((await badge(other.id, '?locale=en')).text);
    expect(said).toContain('0 trees funded');
    expect(said).not.toMatch(/Planted|Methodology/);
  });

  it('does not count a deleted offset, and is sent only if it has changed', async () => {
    const tag = { 'if-none-match': String((await badge(member.id)).headers['etag']) };
    expect((await badge(member.id, '', tag)).status).toBe(304);
    const other = await world.newAccount();
    const { context } = world.server.running.instance;
    await changeAccountSettings(context, other.account.id, { badgeEnabled: true, locale: 'de' });
    await other.api.post('/biomass/offsets', { pages: 3 * 8_333 });
    const { body } = await other.api.post('/biomass/offsets', { pages: 8_333 });
    await other.api.delete(`/biomass/offsets/${String(body.id)}`);
    expect((await badge(other.id, '', tag)).text).toContain('3 Bäume');
  });

  it('shows the sum of the public page that it leads to', async () => {
    const { context } = world.server.running.instance;
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    await parent.api.post('/biomass/offsets', { pages: 8_333 });
    await child.api.post('/biomass/offsets', { pages: 16_666 });
    await rollUp(context);
    await changeAccountSettings(context, parent.account.id, { badgeEnabled: true });
    const publish = (enabled: boolean, below: boolean) =>
      parent.api.patch('/settings', {
        public_page: { slug: 'sum-of-badge', enabled, include_descendants: below },
      });
    expect((await badge(parent.id)).text).toContain('>1 tree funded');
    await publish(true, true);
    expect((await badge(parent.id)).text).toContain('>3 trees funded');
    await publish(true, false);
    expect((await badge(parent.id)).text).toContain('>1 tree funded');
    // A page that is off is not linked to.
    await publish(false, true);
    expect((await badge(parent.id)).text).toContain('>1 tree funded');
  });

  it('returns the same 404 as an unknown account unless it is turned on', async () => {
    const unknown = await badge(newId());
    const off = await badge(world.distributor.id);
    expect([off.status, off.text]).toEqual([404, unknown.text]);
    for (const id of ['x', '__proto__', `${member.id}x`]) expect((await badge(id)).status).toBe(404);
  });
});

const long = `${'Überaus lange Benennung mit vielen Wörtern '.repeat(5)}${'x'.repeat(40)}`;
const hugeFacts: BadgeFacts = {
  isSandbox: false,
  trees: '99999999999999.999',
  covered: '99999999999999.998',
  pages: 833_299_999_999_999,
  projectCount: 1_234,
  projects: [long, 'غابة '.repeat(50), 'third'].map((name) => ({
    id: newId(),
    name,
    latitude: -4.8,
    longitude: 38.4,
    place: '森林'.repeat(60),
    website: '',
    trees: '1',
    covered: '0',
  })),
  methodology: {
    hasEarlier: true,
    origin: {
      name: long,
      version: 'v'.repeat(50),
      publishedOn: '2026-03-31',
      source: '出典'.repeat(250),
      sourceUrl: null,
      uncertainty: '±'.repeat(100),
    },
  },
};

describe('The badge with the longest texts', () => {
  it('counts all projects, and leaves nothing out of the methodology', () => {
    const said = textOf(badgeSvg(hugeFacts, i18nFor('en')).text);
    expect(said).toContain('and 1,232 more projects');
    const { name, version, source, uncertainty } = hugeFacts.methodology.origin;
    for (const part of [name, version, source, uncertainty])
      expect(said.replaceAll(' ', '')).toContain(part?.replaceAll(' ', ''));
  });
});

describeInBrowser('The badge in Chromium', () => {
  it('has room for its text in every language', async () => {
    const browser = await openBrowser();
    const { page } = browser;
    const spill = `(() => {
      const { width, height } = document.querySelector('svg').viewBox.baseVal;
      const boxes = [...document.querySelectorAll('text')].map((text) => text.getBBox());
      // Boxes are as high as the font's lines, which may overlap a little.
      return boxes.flatMap((box, index) => {
        const isInside = box.x >= 8 && box.x + box.width <= width - 8 && box.y + box.height <= height;
        const isBelow = index === 0 || box.y + box.height > boxes[index - 1].y + boxes[index - 1].height + 5;
        return isInside && isBelow ? [] : [document.querySelectorAll('text')[index].textContent];
      });
    })()`;
    const small: BadgeFacts = {
      ...hugeFacts,
      projects: hugeFacts.projects.slice(2),
      projectCount: 1,
      pages: 1,
      covered: '0',
    };
    for (const locale of locales) {
      for (const facts of [
        ...['0', '1', '0.00012', '118523.259'].map((trees) => ({ ...small, trees })),
        hugeFacts,
      ]) {
        for (const isSandbox of [false, true]) {
          await page.setContent(badgeSvg({ ...facts, isSandbox }, i18nFor(locale)).text);
          expect([locale, facts.trees, await page.evaluate(spill)]).toEqual([locale, facts.trees, []]);
        }
      }
    }
    await browser.close();
  });
});
