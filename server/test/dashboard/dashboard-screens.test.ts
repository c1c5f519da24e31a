import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { useScreens } from '../support/dashboard-screens.js';

describeInBrowser('In the dashboard deposits', () => {
  const dashboard = useScreens();

  const rows = (page: Page) => page.locator('tbody tr');

  it('are added, corrected, deleted and exported', async () => {
    const member = await dashboard.world.newAccount();
    const page = await dashboard.open(member, 'deposits');
    await page.getByRole('heading', { name: 'No paper this month' }).waitFor();
    await page.getByRole('button', { name: 'Add paper' }).first().click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This field is required.').waitFor();
    await page.getByLabel('Number of pages').fill('1200');
    await page.getByLabel('Weight in g/m²').fill('90');
    await page.keyboard.press('Enter');
    await rows(page).waitFor();
    expect(await rows(page).innerText()).toMatch(/A4\s· 90\sg\/m²\s+1,200/);
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
    const member = await dashboard.world.newAccount();
    await member.api.post('/deposits', { pages: 500 });
    const page = await dashboard.open(member, 'deposits');
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dashboard.world.server.sql(
      `update deposits set processed_at = now(), settled_month = '2026-01-01' where account_id = $1`,
      [member.id],
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This entry is part of a certificate').waitFor();
    await page.keyboard.press('Escape');
    expect(await rows(page).count()).toBe(1);
  });

  it('are shown by month, at a URL that leads to the same month', async () => {
    const member = await dashboard.world.newAccount();
    await member.api.post('/deposits', { pages: 77, date: '2026-02-28T23:59:59Z' });
    const page = await dashboard.open(member, 'deposits?month=2026-03');
    await page.getByRole('heading', { name: 'No paper this month' }).waitFor();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await rows(page).waitFor();
    expect(new URL(page.url()).search).toBe('?month=2026-02');
    await page.reload();
    await page.getByRole('heading', { name: 'February 2026' }).waitFor();
    expect(await rows(page).innerText()).toContain('77');
  });

  it('are refused for an inactive account, with an explanation', async () => {
    const member = await dashboard.world.newAccount('customer', dashboard.world.channel);
    await dashboard.world.channel.api.post(`/accounts/${member.id}/deactivate`, {});
    const page = await dashboard.open(member, 'deposits');
    await page.getByText('This account is inactive').waitFor();
    expect(await page.getByRole('button', { name: 'Add paper' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Import CSV' }).count()).toBe(0);
    const upload = await dashboard.open(member, 'deposits/import');
    await upload.getByText('This account is inactive').waitFor();
    expect(await upload.locator('input[type=file]').count()).toBe(0);
  });

  it('are imported for accounts below an inactive one', async () => {
    const shop = await dashboard.world.newAccount('channel', dashboard.world.distributor);
    const bakery = await dashboard.world.newAccount('customer', shop);
    await dashboard.world.distributor.api.post(`/accounts/${shop.id}/deactivate`, {});
    const page = await dashboard.open(shop, 'deposits');
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
