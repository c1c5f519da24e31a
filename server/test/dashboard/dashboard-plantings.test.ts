import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import type { MessageKey } from '../../src/messages/catalogues.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { examplePicture } from '../support/example-picture.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

describeInBrowser('Plantings in the operator’s area', () => {
  let world: World;
  let operator: SignedInOperator;
  let dashboard: Dashboard;
  let page: Page;
  const { t } = i18nFor(phone.locale);
  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-10-25T10:00:00Z');
    operator = await signInOperator(world);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    dashboard = await openDashboard(world, world.stranger, { ...phone, isOperator: true });
    ({ page } = dashboard);
    await dashboard.goTo('/operator/plantings');
    await page.getByRole('heading', { level: 1, name: t('app.operator.plantings.title') }).waitFor();
  });
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const button = (key: MessageKey) => page.getByRole('button', { name: t(key), exact: true }).first();
  const chooseFile = async (name: string, text: string): Promise<void> => {
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  const header = 'project,reference,planted_on,trees,partner,species';

  it('are imported from a file, once it has no errors', async () => {
    await button('app.operator.plantings.import').click();
    await expectCleanPageOnBothScreens(dashboard);
    await chooseFile(
      'plantings.csv',
      `${header}\nGrove,P-1,2026-03-01,120,Green Hands,Olea africana\nNowhere,P-2,2026-03-01,0,Green Hands,\n`,
    );
    await page.getByText(t('app.deposits.badLines', { count: 1 })).waitFor();
    expect(await page.locator('tr[data-wrong]').innerText()).toMatch(/^3/);
    expect(await button('app.operator.plantings.importAction').count()).toBe(0);
    await expectCleanPageOnBothScreens(dashboard);
    expect(await operator.sendOk('GET', 'plantings')).toEqual([]);

    await button('app.deposits.anotherFile').click();
    await chooseFile(
      'plantings.csv',
      `${header}\nGrove,P-1,2026-03-01,120,Green Hands,Olea africana\nGrove,غابة 2,2026-04-01,80,Green Hands,Olea africana;Prunus africana\n`,
    );
    await button('app.operator.plantings.importAction').click();
    await page.getByText('P-1').waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    expect(await operator.sendOk('GET', 'plantings')).toMatchObject([
      {
        reference: 'غابة 2',
        trees: 80,
        project_name: 'Grove',
        species: ['Olea africana', 'Prunus africana'],
      },
      { reference: 'P-1', trees: 120 },
    ]);
  });

  it('get photos with date and caption, which can be deleted', async () => {
    await page
      .getByRole('button', { name: t('app.operator.plantings.photosOf', { reference: 'P-1' }) })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('app.operator.plantings.noPhotos')).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByText(t('app.operator.plantings.choosePhoto')).first().click(),
    ]);
    await chooser.setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: examplePicture() });
    await dialog.getByLabel(t('app.operator.plantings.takenOn')).fill('2026-05-02');
    await dialog.getByLabel(t('app.operator.plantings.caption')).fill('苗木');
    await button('app.operator.plantings.addPhoto').click();
    await dialog.getByRole('img', { name: '苗木' }).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await button('app.operator.plantings.deletePhoto').click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('app.operator.plantings.deletePhoto'), exact: true })
      .click();
    await until(
      'the photo is gone',
      () => operator.sendOk('GET', 'plantings'),
      (plantings) => plantings.every(({ photos }: { photos: unknown[] }) => photos.length === 0),
    );
  });
});
