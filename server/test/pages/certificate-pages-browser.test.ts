import readQrCode from 'jsqr';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { changePicture } from '../../src/features/projects/change-picture.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser } from '../support/browser.js';
import { examplePicture } from '../support/example-picture.js';
import { issueCertificate, type IssuedCertificate } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

describeInBrowser('A certificate in Chromium', () => {
  let world: World;
  let browser: Browser;
  let pageErrors: string[];
  const issued = new Map<string, IssuedCertificate>();

  const names = {
    plain: 'Northwind Paper & Sons',
    'several scripts': 'Grün & 森林 ป่าไม้ شركة Зелёный <script>alert(1)</script>',
    '120 letters without a blank': 'Wm'.repeat(60),
    '120 Han characters': '綠意森林股份有限公司'.repeat(12),
  };

  beforeAll(async () => {
    world = await startWorld();
    const { context } = world.server.running.instance;
    await changePicture(context, 'Forest', examplePicture());
    for (const [kind, name] of Object.entries(names)) {
      const member = await world.newAccount();
      await world.server.sql('update accounts set display_name = $2 where id = $1', [member.id, name]);
      issued.set(kind, await issueCertificate(member, 123_456_789, world.projects.forest));
    }
  });
  afterAll(() => world.stop());
  afterEach(() => browser.close());

  const urlOf = (kind: keyof typeof names): string => issued.get(kind)?.url ?? '';

  const open = async (url: string, options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    browser = await openBrowser(options);
    pageErrors = [];
    const { page } = browser;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
    });
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('request', (sent) => {
      if (new URL(sent.url()).origin !== world.server.running.baseUrl) pageErrors.push(sent.url());
    });
    await page.goto(url);
    return page;
  };

  it.each([
    ['on a desktop', 'plain', '', {}],
    ['dark, on a phone', 'several scripts', '?locale=ja', { colorScheme: 'dark', width: 375, height: 812 }],
  ] as const)('is accessible and loads nothing from another origin: %s', async (_, kind, query, options) => {
    const page = await open(urlOf(kind) + query, options);
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe(names[kind]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('is accessible when there is no certificate', async () => {
    expect(
      await accessibilityViolations(await open(`${world.server.running.baseUrl}/certificates/x`)),
    ).toEqual([]);
    expect(pageErrors.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it.each(Object.keys(names) as (keyof typeof names)[])(
    'fits every screen and one sheet of paper: %s',
    async (kind) => {
      const page = await open(urlOf(kind));
      for (const width of [320, 375, 768, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await page.evaluate(spillOf)).toEqual([]);
      }
      for (const locale of ['en', 'th']) {
        await page.goto(`${urlOf(kind)}?locale=${locale}`);
        const pdf = await page.pdf({ preferCSSPageSize: true });
        expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
      }
      expect(pageErrors).toEqual([]);
    },
  );

  it('works without JavaScript: the languages, the PDF', async () => {
    const page = await open(urlOf('plain'), { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Deutsch' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Aufforstungszertifikat');
    expect(await page.getByRole('link', { name: 'PDF herunterladen' }).getAttribute('href')).toBe(
      `${new URL(urlOf('plain')).pathname}.pdf?locale=de`,
    );
    expect(await page.getByRole('button').count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  it.each([760, 960, 1100, 1440])('has its record below the map, with a window of %s', async (width) => {
    await updateLog(world.server.running.instance.context);
    const page = await open(urlOf('plain'), { width });
    const [map, record] = [
      await page.locator('.map').boundingBox(),
      await page.locator('.record').boundingBox(),
    ];
    expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual(record?.y ?? 0);
  });

  it('shows the picture of its project', async () => {
    const page = await open(urlOf('plain'));
    const picture = page.getByRole('img', { name: 'Picture of Forest' });
    expect(
      await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBe(30);
  });

  it.each(['light', 'dark'] as const)('has a QR code that links to itself: %s', async (colorScheme) => {
    const page = await open(urlOf('plain'), { colorScheme });
    const image = await page.locator('svg.code').screenshot({ scale: 'device' });
    const { data, width, height } = PNG.sync.read(image);
    const decode = readQrCode as unknown as typeof readQrCode.default;
    expect(decode(new Uint8ClampedArray(data), width, height)?.data).toBe(urlOf('plain'));
  });

  /** Texts that overflow their element. */
  const spillOf = `[...document.querySelectorAll('h1, h2, p, dd, strong, .button')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .map((element) => element.textContent)`;
});
