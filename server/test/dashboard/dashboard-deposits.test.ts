import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Json } from '../support/api-client.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const script = '<img src=x onerror="document.title=1">';
/** The time of the server and of the browser, fixed so that no month ends during a test. */
const now = '2026-11-15T12:00:00Z';
const lastMonth = '2026-10';

describeInBrowser('In Chromium', () => {
  describe('In the dashboard,', () => {
    const { t } = i18nFor(phone.locale);
    let world: World;
    let member: TestAccount;
    let dashboard: Dashboard;
    let page: Page;

    beforeAll(async () => {
      world = await startWorld();
      world.server.setNow(now);
    });
    afterAll(() => world.stop());
    beforeEach(async () => {
      member = await world.newAccount('customer', world.channel);
      dashboard = await openDashboard(world, member, phone);
      ({ page } = dashboard);
      await page.clock.setSystemTime(now);
    });
    afterEach(async () => {
      expect(dashboard.pageErrors).toEqual([]);
      await dashboard.browser.close();
    });

    const open = async (path: string): Promise<void> => {
      await dashboard.goTo(`/accounts/${member.id}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const rows = () => page.locator('tbody tr');
    const choose = (csv: string, name = 'paper.csv'): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const pagesOf = async (): Promise<number[]> =>
      (await member.api.get('/deposits')).body.map(({ pages }: Json) => pages as number);

    describe('a file of deposits', () => {
      it('shows errors at their lines, and is imported once it is corrected', async () => {
        await open('deposits');
        await page.getByRole('link', { name: t('app.deposits.import') }).click();
        await button(t('app.deposits.choose')).waitFor();
        await expectCleanPageOnBothScreens(dashboard);
        await choose(`pages,date\n120,${lastMonth}-03\nmany,\n7,2026-02-30\n`, `${script}.csv`);
        await page.getByText(t('app.deposits.badLines', { count: 2 })).waitFor();
        expect(await rows().count()).toBe(2);
        const what = t('app.refusal.fieldValue', {
          field: 'sheets',
          value: 'many',
          what: t('refusal.not-a-number'),
        });
        expect((await rows().first().innerText()).split(/\s+/)).toEqual(['3', ...what.split(/\s+/)]);
        const value = page.getByLabel(t('app.deposits.correctValue', { field: 'sheets', line: '3' }));
        expect(await value.inputValue()).toBe('many');
        await page.getByText(t('app.deposits.allLines'), { exact: true }).click();
        expect(await rows().first().innerText()).toMatch(/^2\s.*120$/s);
        await expectCleanPageOnBothScreens(dashboard);
        expect(await pagesOf()).toEqual([]);

        await button(t('app.deposits.anotherFile')).click();
        await choose(
          `pages;date;width;length;gsm\n120;${lastMonth}-03;0,21;0,297;80\n-20;${lastMonth}-04;;;\n`,
        );
        await page.getByText(t('app.deposits.goodLines', { count: 2 })).waitFor();
        await expectCleanPageOnBothScreens(dashboard);
        await button(t('app.deposits.importAction', { count: 2 })).click();
        await page.getByText(t('app.deposits.imported', { count: 2 })).waitFor();
        await rows().nth(1).waitFor();
        expect(new URL(page.url()).search).toBe(`?month=${lastMonth}`);
        expect(await pagesOf()).toEqual([-20, 120]);
        const sent = dashboard.requests.filter(({ path }) => path.endsWith('/deposit-imports'));
        expect(sent).toHaveLength(1);
      });

      it('of another program is read by columns that are chosen once, corrected in place, and taken in part', async () => {
        const file = (name: string) =>
          `Nr;Papier;Stück;Wann\n${name}1;A3;zwölf;3.10.2026\n${name}2;SRA3;20;4.10.2026\n${name}3;A99;30;\n`;
        await open('deposits/import');
        await choose(file('x'), 'mis.csv');
        const column = (name: string) => page.getByRole('combobox', { name, exact: true });
        const pick = async (field: string, heading: string): Promise<void> => {
          await column(field).click();
          await page.getByRole('option', { name: heading, exact: true }).click();
        };
        await column('sheets').waitFor();
        await expectCleanPageOnBothScreens(dashboard);
        await pick('sheets', 'Stück');
        await pick('job', 'Nr');
        await pick('size', 'Papier');
        await pick('date', 'Wann');
        await page.getByText(t('app.deposits.badLines', { count: 2 })).waitFor();
        const value = (field: string, line: number) =>
          page.getByLabel(t('app.deposits.correctValue', { field, line: String(line) }));
        await value('sheets', 2).fill('12');
        await value('sheets', 2).press('Enter');
        await page.getByText(t('app.deposits.badLines', { count: 1 })).waitFor();
        await expectCleanPageOnBothScreens(dashboard);
        await button(t('app.deposits.importGood', { count: 2 })).click();
        await page.getByText(t('app.deposits.skipped', { count: 1 })).waitFor();
        expect((await pagesOf()).toSorted()).toEqual([12, 20]);

        await open('deposits/import');
        await choose(file('y'), 'next.csv');
        // The columns are remembered.
        await page.getByText(t('app.deposits.badLines', { count: 2 })).waitFor();
        expect(await column('sheets').count()).toBe(0);
        await value('size', 4).fill('a4');
        await value('size', 4).press('Enter');
        await page.getByText(t('app.deposits.badLines', { count: 1 })).waitFor();
        await button(t('app.deposits.importGood', { count: 2 })).click();
        await page.getByText(t('app.deposits.skipped', { count: 1 })).waitFor();
        expect((await pagesOf()).toSorted()).toEqual([12, 20, 20, 30]);
      });

      it('can be JSON Lines, whose columns are known', async () => {
        await open('deposits/import');
        await choose('{"job":"J-1","sheets":"many"}\n{"job":"J-2","sheets":7}\n', 'jobs.jsonl');
        const wrong = page.getByLabel(t('app.deposits.correctValue', { field: 'sheets', line: '1' }));
        await wrong.waitFor();
        expect(await button(t('app.deposits.chooseColumns')).count()).toBe(0);
        await wrong.fill('5');
        await wrong.press('Enter');
        await button(t('app.deposits.importAction', { count: 2 })).click();
        await page.getByText(t('app.deposits.imported', { count: 2 })).waitFor();
        expect((await pagesOf()).toSorted()).toEqual([5, 7]);
      });

      it('that was exported is taken back without a change', async () => {
        await member.api.post('/deposits', { pages: 77, date: `${lastMonth}-05` });
        const exported = await page.request.get(
          `${world.server.url.replace('/v1', '')}/app/accounts/${member.id}/deposits/export?month=${lastMonth}`,
          { headers: { 'x-regrove-app': '1' } },
        );
        await open('deposits/import');
        await choose(await exported.text(), 'deposits.csv');
        await page.getByText(t('app.deposits.knownLines', { count: 1 })).waitFor();
        expect(await page.getByRole('button', { name: /import/i }).count()).toBe(0);
        expect(await pagesOf()).toEqual([77]);
      });

      it('can be dropped, can start from a template, and shows an error if it cannot be read', async () => {
        await open('deposits/import');
        const download = page.waitForEvent('download');
        await button(t('app.deposits.template')).click();
        const template = await readFile(await (await download).path(), 'utf8');
        const data = await page.evaluateHandle(
          `(() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([${JSON.stringify(template)}], 'dropped.csv', { type: 'text/csv' }));
          return transfer;
        })()`,
        );
        await page.dispatchEvent('[class*=drop]', 'drop', { dataTransfer: data });
        await page.getByRole('heading', { name: 'dropped.csv' }).waitFor();
        await page.getByText(t('app.deposits.goodLines', { count: 2 })).waitFor();
        await button(t('app.deposits.anotherFile')).click();
        await choose('sheets\n');
        await page.getByText(t('refusal.file-only-header')).waitFor();
        await button(t('app.deposits.anotherFile')).click();
        await choose(`pages\n${'1,\n'.repeat(1_500_000)}`);
        await page.getByText(t('app.deposits.tooLarge', { max: 10_000 })).waitFor();
        expect(await pagesOf()).toEqual([]);
      });
    });

    it('a closed month is marked, and deposits in a certificate can be corrected but not deleted', async () => {
      await member.api.post('/deposits', { pages: 5000, date: `${lastMonth}-10` });
      await closeMonth(world.server.running.instance.context, new Date(`${lastMonth}-01`));
      await member.api.post('/deposits', { pages: 44, date: `${lastMonth}-02` });
      await open('deposits');
      await page.locator('h2').getByRole('button').click();
      await page.getByRole('menuitem', { name: t('app.deposits.closed') }).click();
      await page.getByText(t('app.deposits.closedText')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      const [certified, late] = [rows().filter({ hasText: t('app.deposits.certified') }), rows().nth(1)];
      await certified.getByRole('button').click();
      const items = () => page.getByRole('menuitem').allInnerTexts();
      await page.getByRole('menuitem').first().waitFor();
      expect(await items()).toEqual([t('app.deposits.adjust')]);
      await page.getByRole('menuitem').click();
      await page.getByText(t('app.deposits.adjustLocked')).waitFor();
      await page.getByLabel(t('app.deposits.correctPages')).fill('4000');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('app.deposits.adjust') })
        .click();
      await rows().nth(2).waitFor();
      expect((await pagesOf()).toSorted()).toEqual([-1000, 44, 5000]);
      await late.waitFor();
      await rows().filter({ hasText: '44' }).getByRole('button').click();
      await page.getByRole('menuitem').nth(1).waitFor();
      expect(await items()).toEqual([t('app.deposits.adjust'), t('app.delete')]);
    });

    it('a request whose response was lost is not repeated when the button is pressed again', async () => {
      await open('deposits');
      let isCut = true;
      await page.route('**/v1/**/deposits', async (route) => {
        if (route.request().method() !== 'POST' || !isCut) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await button(t('app.deposits.add')).first().click();
      await page.getByLabel(t('app.deposits.pages')).fill('77');
      await button(t('app.deposits.addAction')).click();
      await page.getByText(t('app.error.noAnswer')).waitFor();
      expect(await pagesOf()).toEqual([77]);
      isCut = false;
      await button(t('app.deposits.addAction')).click();
      await page.getByText(t('app.deposits.added')).waitFor();
      expect(await pagesOf()).toEqual([77]);
      await rows().first().waitFor();
      // The browser logs the missing response.
      dashboard.pageErrors.length = 0;
    });

    it('a month with many deposits is paginated, with the total and an export of all', async () => {
      await world.server.sql(
        `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       select $1, gen_random_uuid(), $2::timestamptz, 10, 0.21, 0.297, 80, now() from generate_series(1, 1234)`,
        [member.id, `${lastMonth}-05`],
      );
      await open(`deposits?month=${lastMonth}`);
      await page.locator('tfoot', { hasText: '12,340' }).waitFor();
      expect(await rows().count()).toBe(50);
      await button(t('app.more')).click();
      await rows().nth(99).waitFor();
      const download = page.waitForEvent('download');
      await button(t('app.list.export')).click();
      await page.getByRole('menuitem', { name: t('app.deposits.csvToImport') }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`deposits-${lastMonth}.csv`);
      const csv = await readFile(await file.path(), 'utf8');
      expect(csv.trimEnd().split('\r\n')).toHaveLength(1235);
    });

    it('accounts are found at every depth, with their parents', async () => {
      const fields = { name: `Zoë ${script}`, external_id: 'Q-77' };
      const { body: below } = await world.channel.api.post('/accounts', fields);
      await dashboard.browser.close();
      dashboard = await openDashboard(world, world.distributor, phone);
      ({ page } = dashboard);
      await dashboard.goTo(`/accounts/${world.distributor.id}/accounts`);
      await page.getByLabel(t('app.accounts.search')).fill('no such thing');
      await page.getByRole('heading', { name: t('app.accounts.noneTitle') }).waitFor();
      for (const sought of ['zoe', 'q-77']) {
        await page.getByLabel(t('app.accounts.search')).fill(sought);
        await page.getByRole('link', { name: script }).waitFor();
      }
      await page.getByText(t('app.accounts.below', { account: world.channel.account.displayName })).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.getByRole('link', { name: script }).click();
      await page.waitForURL(`**/accounts/${String(below.id)}`);
    });
  });
});
