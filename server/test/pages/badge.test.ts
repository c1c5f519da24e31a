import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAccountSettings } from '../../src/features/accounts/change-settings.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { newId } from '../../src/platform/ids.js';
import { badgeSvg } from '../../src/http/pages/badge/badge-svg.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
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

  it('no longer counts a deleted offset, and must be revalidated', async () => {
    const before = await badge(member.id);
    const tag = { 'if-none-match': String(before.headers['etag']) };
    expect((await badge(member.id, '', tag)).status).toBe(304);
    const { body } = await member.api.post('/biomass/offsets', { pages: 8_333 });
    expect((await badge(member.id, '', tag)).text).toContain('4 Bäume');
    await member.api.delete(`/biomass/offsets/${String(body.id)}`);
    expect((await badge(member.id)).text).toContain('3 Bäume');
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

describeInBrowser('The badge in Chromium', () => {
  it('is wide enough for its text in every language', async () => {
    const browser = await openBrowser();
    const { page } = browser;
    const spill = `[...document.querySelectorAll('text')].map((text) => text.getBBox())
      .some(({ x, width }) => x + width > document.querySelector('svg').viewBox.baseVal.width - 8)`;
    for (const locale of locales) {
      for (const trees of ['0', '1', '0.00012', '118523.259', '99999999999999.999']) {
        for (const isSandbox of [false, true]) {
          await page.setContent(badgeSvg(trees, i18nFor(locale), isSandbox).text);
          expect([locale, trees, await page.evaluate(spill)]).toEqual([locale, trees, false]);
        }
      }
    }
    await browser.close();
  });
});
