import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { fetchPage, issueCertificate } from '../support/public-pages.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

/** The time of the server and of the browser, fixed so that no month ends during a test. */
const now = '2026-11-15T12:00:00Z';

describeInBrowser('In the dashboard', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow(now);
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const open = async (member: TestAccount, screen: string): Promise<void> => {
    dashboard = await openDashboard(world, member, { width: 1280 });
    ({ page } = dashboard);
    await page.clock.setSystemTime(now);
    await dashboard.goTo(`/accounts/${member.id}/${screen}`);
  };

  describe('certificates', () => {
    it('are paginated, and each can be opened, downloaded and shared', async () => {
      const member = await world.newAccount();
      for (let count = 1; count <= 13; count++)
        await issueCertificate(member, count * 1000, world.projects.forest);
      await open(member, 'certificates');
      await page.getByText('for 13,000 pages of paper').waitFor();
      expect(await page.getByRole('article').count()).toBe(12);
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('for 1,000 pages of paper').waitFor();
      expect(await page.getByRole('article').count()).toBe(13);
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);

      const newest = page.getByRole('article').first();
      const { body } = await member.api.get('/biomass/certificates?limit=1');
      const pdf = await newest.getByRole('link', { name: /^PDF/ }).getAttribute('href');
      expect(pdf).toBe(`${body[0].pdf_url}?locale=en`);
      expect((await fetchPage(world, pdf ?? '')).headers['content-type']).toBe('application/pdf');
      await newest.getByRole('button', { name: /^Copy the link/ }).click();
      await page.getByText('Link copied.').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(body[0].url);
    });

    it('link to the badge', async () => {
      await open(await world.newAccount(), 'certificates');
      await page.setViewportSize({ width: 390, height: 400 });
      await page.getByRole('link', { name: 'Badge for your website' }).click();
      await page.getByRole('region', { name: 'Badge' }).getByRole('switch').waitFor();
      await page.waitForFunction('document.getElementById("badge").getBoundingClientRect().top < 200');
    });

    it('are explained when there are none', async () => {
      await open(await world.newAccount(), 'certificates');
      await page.getByRole('heading', { name: 'No certificates yet' }).waitFor();
    });
  });

  describe('deposits', () => {
    const rows = () => page.locator('tbody tr');

    it('are added, corrected, deleted and exported', async () => {
      const member = await world.newAccount();
      await open(member, 'deposits');
      await page.getByRole('heading', { name: 'No paper this month' }).waitFor();
      await page.getByRole('button', { name: 'Add paper' }).first().click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('This field is required.').waitFor();
      await page.getByLabel('Number of pages').fill('1200');
      await page.getByLabel('Weight in g/m²').fill('90');
      await page.keyboard.press('Enter');
      await rows().waitFor();
      expect(await rows().innerText()).toMatch(/A4\s· 90\sg\/m²\s+1,200/);
      const { body: added } = await member.api.get('/deposits');
      expect(added).toMatchObject([{ pages: 1200, width: 0.21, length: 0.297, gsm: 90 }]);

      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Correct' }).click();
      await page.getByLabel('Correct number of pages').fill('1000');
      await page.getByText('To be added: -200 pages').waitFor();
      await page.getByRole('button', { name: 'Correct' }).click();
      await page.locator('tfoot', { hasText: '1,000' }).waitFor();
      const { body: corrected } = await member.api.get('/deposits');
      expect(corrected.map(({ pages }: { pages: number }) => pages).toSorted()).toEqual([-200, 1200]);

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV for re-import' }).click();
      const csv = await readFile(await (await download).path(), 'utf8');
      expect(csv.split('\r\n')[0]).toBe('date,pages,width,length,gsm,feed_id,id,job');
      expect(csv.split('\r\n')).toHaveLength(4);
      expect(csv).toContain(`,1200,0.21,0.297,90,,${String(added[0].id)}`);

      await page.getByRole('row', { name: /-200/ }).getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.locator('tfoot', { hasText: '1,200' }).waitFor();
    });

    it('cannot be deleted once they are part of a certificate, even if that has just happened', async () => {
      const member = await world.newAccount();
      await member.api.post('/deposits', { pages: 500 });
      await open(member, 'deposits');
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await world.server.sql(
        `update deposits set processed_at = now(), settled_month = '2026-01-01' where account_id = $1`,
        [member.id],
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('This entry is part of a certificate').waitFor();
      await page.keyboard.press('Escape');
      expect(await rows().count()).toBe(1);
    });

    it('are shown by month, at a URL that leads to the same month', async () => {
      const member = await world.newAccount();
      await member.api.post('/deposits', { pages: 77, date: '2026-02-28T23:59:59Z' });
      await open(member, 'deposits?month=2026-03');
      await page.getByRole('heading', { name: 'No paper this month' }).waitFor();
      await page.getByRole('button', { name: 'Previous month' }).click();
      await rows().waitFor();
      expect(new URL(page.url()).search).toBe('?month=2026-02');
      await page.reload();
      await page.getByRole('heading', { name: 'February 2026' }).waitFor();
      expect(await rows().innerText()).toContain('77');
    });

    it('are refused for an inactive account, with an explanation', async () => {
      const member = await world.newAccount('customer', world.channel);
      await world.channel.api.post(`/accounts/${member.id}/deactivate`, {});
      await open(member, 'deposits');
      await page.getByText('This account is inactive').waitFor();
      expect(await page.getByRole('button', { name: 'Add paper' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Import CSV' }).count()).toBe(0);
      await open(member, 'deposits/import');
      await page.getByText('This account is inactive').waitFor();
      expect(await page.locator('input[type=file]').count()).toBe(0);
    });

    it('are imported for accounts below an inactive one', async () => {
      const shop = await world.newAccount('channel', world.distributor);
      const bakery = await world.newAccount('customer', shop);
      await world.distributor.api.post(`/accounts/${shop.id}/deactivate`, {});
      await open(shop, 'deposits');
      await page.getByText('This account is inactive').waitFor();
      expect(await page.getByRole('button', { name: 'Add paper' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Import CSV' }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'jobs.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`customer,job,sheets\n${bakery.id},J-1,25\n`),
      });
      await page.getByRole('button', { name: 'Import 1 entry' }).click();
      await page.getByText('1 entry imported').waitFor();
      expect((await bakery.api.get('/deposits')).body).toMatchObject([{ pages: 25 }]);
    });
  });

  describe('accounts', () => {
    it('are created, found, renamed, deactivated and activated', async () => {
      const member = await world.newAccount('distributor');
      await open(member, 'accounts');
      await page.getByRole('heading', { name: 'No accounts yet' }).waitFor();
      for (const [name, number] of [
        ['Café Zürich', 'C-1'],
        ['Harbour', 'H-2'],
      ] as const) {
        await page.getByRole('button', { name: 'New account' }).first().click();
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Reference (optional)').fill(number);
        await page.getByRole('button', { name: 'Create account' }).click();
        await page.getByRole('link', { name }).waitFor();
      }
      await page.getByRole('button', { name: 'New account' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Harbour');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('This name is already taken.').waitFor();
      await page.keyboard.press('Escape');

      await page.getByLabel('Search all levels by name or reference').fill('cafe zur');
      await page.getByText('1 account', { exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Harbour' }).count()).toBe(0);

      await page.getByRole('button', { name: 'Actions for Café Zürich' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByLabel('Name on certificates').fill('Café Zürich GmbH');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Café Zürich GmbH' }).waitFor();

      for (const [verb, status] of [
        ['Deactivate', 'inactive'],
        ['Activate', 'active'],
      ] as const) {
        await page.getByRole('button', { name: 'Actions for Café Zürich GmbH' }).click();
        await page.getByRole('menuitem', { name: verb, exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        const { body } = await member.api.get('/accounts');
        expect(body[0]).toMatchObject({ display_name: 'Café Zürich GmbH', external_id: 'C-1', status });
      }
    });

    it('can be entered and left, and the current account is always visible', async () => {
      await world.customer.api.post('/deposits', { pages: 4321 });
      await open(world.distributor, 'accounts');
      const { channel, customer, distributor } = world;
      await page.getByRole('link', { name: channel.account.displayName }).click();
      await page.getByText('You’re working in another account').first().waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click();
      await page.getByRole('link', { name: customer.account.displayName }).click();
      const band = page.getByRole('complementary');
      await band.getByText(customer.account.displayName).waitFor();
      await band.getByRole('link', { name: 'Back to your account' }).waitFor();
      const links = () => band.getByRole('link').allInnerTexts();
      await expect
        .poll(links)
        .toEqual([distributor.account.displayName, channel.account.displayName, 'Back to your account']);
      // Customers have no accounts below them.
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).count()).toBe(0);
      await page.getByRole('navigation').getByRole('link', { name: 'Paper deposits' }).click();
      await page.locator('tfoot', { hasText: '4,321' }).waitFor();
      // The URL contains the account.
      await page.reload();
      await page.locator('tfoot', { hasText: '4,321' }).waitFor();
      await band.getByRole('link', { name: 'Back to your account' }).click();
      await page.waitForURL(`**/accounts/${channel.id}/accounts`);
      // The current name is shown, even if another account changed it.
      await distributor.api.patch(`/accounts/${channel.id}`, { display_name: 'Renamed' });
      await page.getByRole('link', { name: customer.account.displayName }).click();
      await band.getByRole('link', { name: 'Renamed' }).waitFor();
      await band.getByRole('link', { name: 'Back to your account' }).click();
      await page.waitForURL(`**/accounts/${channel.id}/accounts`);
      await band.getByRole('link', { name: 'Back to your account' }).click();
      await page.waitForURL(`**/accounts/${distributor.id}/accounts`);
      expect(await band.count()).toBe(0);
    });
  });
});
