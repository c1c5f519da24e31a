import { expect, it } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { useScreens } from '../support/dashboard-screens.js';

describeInBrowser('In the dashboard accounts', () => {
  const dashboard = useScreens();

  it('are created, found, renamed, deactivated and activated', async () => {
    const member = await dashboard.world.newAccount('distributor');
    const page = await dashboard.open(member, 'accounts');
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
    await dashboard.world.customer.api.post('/deposits', { pages: 4321 });
    const page = await dashboard.open(dashboard.world.distributor, 'accounts');
    const { channel, customer, distributor } = dashboard.world;
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
