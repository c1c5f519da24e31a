import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../src/features/keys/create-key.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser, type BrowserOptions } from '../support/browser.js';
import { createSandbox, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

const hostile = `<img src=x onerror="document.title='hit'"><b>bold</b>`;

let world: World;
let origin: string;
let sandbox: TestSandbox;
beforeAll(async () => {
  world = await startWorld({ REGROVE_RATE_LIMIT: '600' });
  origin = new URL(world.server.url).origin;
  sandbox = await createSandbox(world);
});
afterAll(() => world.stop());

describeInBrowser('"Try it" in the reference', () => {
  let browser: Browser | undefined;
  let page: Page;
  let requested: string[];
  let pageErrors: string[];

  const openPage = async (path = '/docs', options: BrowserOptions = {}): Promise<void> => {
    await browser?.close();
    browser = await openBrowser(options);
    page = browser.page;
    requested = [];
    pageErrors = [];
    page.on('request', (sent) => requested.push(sent.url()));
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('console', (message) => {
      // The browser itself reports answers with other statuses than 200.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        pageErrors.push(message.text());
    });
    await page.goto(origin + path);
  };

  /** Checking all of the page would take half a minute. */
  const keepDeposits = (): Promise<void> =>
    page.locator('.group, .chapter').evaluateAll((all) => {
      for (const group of all) if (group.id !== 'deposits') group.remove();
    });

  const openForm = async (id: string): Promise<Locator> => {
    await page.locator(`#${id}`).getByRole('button', { name: 'Try it' }).click();
    return page.locator(`#try-${id}`);
  };

  const sendWith = async (form: Locator, key: string): Promise<void> => {
    await form.getByLabel('API key').fill(key);
    await form.getByRole('button', { name: 'Send' }).click();
  };

  const statusOf = async (form: Locator): Promise<string> => {
    const status = form.locator('.try-status:is(.done, .failed)');
    await status.waitFor();
    return status.innerText();
  };

  it('books a deposit in a sandbox, and leaves no trace of the key', async () => {
    await openPage();
    expect(requested.filter((url) => /try-it|operations\.json/.test(url))).toEqual([]);
    const form = await openForm('createDeposit');
    await form.getByLabel('Body').fill('{"pages": 4711}');
    await sendWith(form, ` ${sandbox.key} `);
    expect(await statusOf(form)).toMatch(/^200 OK · \d+ ms · \d+ bytes$/);
    const { body: deposits } = await sandbox.api.get('/deposits');
    expect(deposits.map(({ pages }: { pages: number }) => pages)).toContain(4711);
    const shown = JSON.parse(await form.locator('pre').innerText());
    expect(shown).toEqual(deposits.find(({ id }: { id: string }) => id === shown.id));
    expect(await form.locator('.try-headers').innerText()).toMatch(
      /API-Revision\s+1\.6\.6[^]*X-Request-Id\s+[0-9a-f-]{36}[^]*RateLimit-Remaining/,
    );

    const kept =
      await page.evaluate(`(async () => [{ ...localStorage }, { ...sessionStorage }, document.cookie,
      location.href, history.state, await indexedDB.databases(), await caches.keys()])()`);
    expect(kept).toEqual([{}, {}, '', `${origin}/docs`, null, [], []]);
    expect(requested.filter((url) => url.includes('rg_'))).toEqual([]);
    expect(await form.getByLabel('API key').getAttribute('autocomplete')).toBe('off');
    expect(await form.getByLabel('API key').getAttribute('name')).toBeNull();

    // The other forms have the key, too, until the page is left.
    const other = await openForm('listDeposits');
    expect(await other.getByLabel('API key').inputValue()).toBe(sandbox.key);
    await page.reload();
    expect(await (await openForm('createDeposit')).getByLabel('API key').inputValue()).toBe('');
    expect(pageErrors).toEqual([]);
  });

  it('forgets the key when asked to, and when the page is left for another one', async () => {
    await openPage();
    const form = await openForm('getOwnAccount');
    await form.getByLabel('API key').fill(sandbox.key);
    await form.getByRole('button', { name: 'Forget the key' }).click();
    expect(await form.getByLabel('API key').inputValue()).toBe('');
    await sendWith(form, sandbox.key);
    await statusOf(form);
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`);
    expect(await form.getByLabel('API key').inputValue()).toBe('');
    expect(await form.locator('.try-answer').innerText()).toBe('');
  });

  it('asks before a live key changes something, by a word to type', async () => {
    await openPage();
    const member = await world.newAccount();
    const form = await openForm('createDeposit');
    const dialog = page.getByRole('dialog', { name: 'This changes data of the account' });
    const confirm = dialog.getByRole('button', { name: 'Send for real' });
    await sendWith(form, member.key);
    await dialog.waitFor();
    await keepDeposits();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await confirm.isDisabled()).toBe(true);
    // Keys that were hit by mistake.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Send' }).click();
    await dialog.getByLabel('To send it, type POST').fill('pos');
    await page.keyboard.press('Enter');
    expect(await confirm.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await member.api.get('/deposits')).body).toEqual([]);

    await form.getByRole('button', { name: 'Send' }).click();
    await dialog.getByLabel('To send it, type POST').fill('post');
    await confirm.click();
    expect(await statusOf(form)).toMatch(/^200 OK/);
    const { body: deposits } = await member.api.get('/deposits');
    expect(deposits).toHaveLength(1);
    // What it would change.
    const other = await openForm('deleteDeposit');
    await other.getByLabel('id required').fill(deposits[0].id);
    await other.getByRole('button', { name: 'Send' }).click();
    expect(await dialog.innerText()).toContain(`DELETE /v1/deposits/${deposits[0].id} will be carried out`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Reading needs no question.
    const list = await openForm('listDeposits');
    await list.getByRole('button', { name: 'Send' }).click();
    expect(await statusOf(list)).toMatch(/^200 OK/);
  });

  it('shows texts of an answer as texts', async () => {
    await openPage();
    const { body } = await sandbox.api.post('/accounts', { name: hostile });
    const form = await openForm('getAccount');
    await form.getByLabel('id required').fill(body.id);
    await sendWith(form, sandbox.key);
    await statusOf(form);
    expect(await form.locator('pre').innerText()).toContain(JSON.stringify(hostile));
    expect(await form.locator('img, b').count()).toBe(0);
    expect(await page.title()).not.toBe('hit');
    expect(pageErrors).toEqual([]);
  });

  it('shows numbers with all their digits, and other answers as they are', async () => {
    await openPage();
    const answers = [
      {
        contentType: 'application/json',
        body: '{"pages":12345678901234567890123,"price":1.10,"empty":[{}]}',
      },
      { contentType: 'text/html', body: hostile },
      { contentType: 'application/json', body: `[${'"ä",'.repeat(300_000)}"last"]` },
    ];
    await page.route('**/v1/account', (route) => {
      const asksForRevision = route.request().headers()['api-revision'] === undefined;
      return asksForRevision ? route.continue() : route.fulfill({ status: 200, ...answers.shift() });
    });
    const form = await openForm('getOwnAccount');
    await sendWith(form, sandbox.key);
    await statusOf(form);
    expect(await form.locator('pre').innerText()).toBe(
      '{\n  "pages": 12345678901234567890123,\n  "price": 1.10,\n  "empty": [\n    {}\n  ]\n}',
    );
    await form.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => form.locator('pre').innerText()).toBe(hostile);
    expect(await form.locator('.try-answer').innerText()).toContain('does not come from the API');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Only the first 1 MB is shown').waitFor();
    expect((await form.locator('pre').innerText()).length).toBeLessThan(1_800_000);
  });

  it('tells why there is no answer, and can be stopped', async () => {
    await openPage();
    const form = await openForm('createDeposit');
    await page.route('**/v1/deposits', (route) => route.abort('connectionreset'));
    await sendWith(form, sandbox.key);
    expect(await statusOf(form)).toMatch(
      /^No answer from .* it cannot be reached.* look before you send it again\.$/,
    );
    await page.unroute('**/v1/deposits');
    await page.route('**/v1/deposits', () => {
      // It never answers.
    });
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Waiting for the answer').waitFor();
    await form.getByRole('button', { name: 'Stop' }).click();
    expect(await statusOf(form)).toMatch(/^Stopped\. The server may have carried it out/);
    await page.unroute('**/v1/deposits');
    await browser?.context.setOffline(true);
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await statusOf(form)).toMatch(/^This device is offline\./);
  });

  it('shows a refusal with its message', async () => {
    await openPage();
    const form = await openForm('getOwnAccount');
    await sendWith(form, 'rg_test_nonsense');
    expect(await statusOf(form)).toMatch(/^401 /);
    expect(await form.locator('pre').innerText()).toContain('The API key is not valid');
  });

  it('uses the revision of the page, and says when the key is pinned to another one', async () => {
    await openPage('/docs/1.7.1');
    const { account } = await world.newAccount();
    const { context } = world.server.running.instance;
    const { key } = await createKey(context, account.id, { name: null, revision: '1.6.3' });
    const form = await openForm('listForestryProjects');
    await sendWith(form, key);
    await form.getByText('This key is pinned to revision 1.6.3.').waitFor();
    expect(await form.locator('pre').innerText()).toContain('"content_introduction": ""');
    expect(await form.locator('.try-headers').innerText()).toMatch(/API-Revision\s+1\.7\.1/);
  });

  it('sends files of jobs as CSV, for an account below, with a query', async () => {
    await openPage();
    const [channel] = (await sandbox.api.get('/accounts')).body;
    const form = await openForm('importDeposits');
    await form.getByLabel('Content-Type').selectOption('text/csv');
    await form.getByText('Optional').click();
    await form.getByLabel('partial').selectOption('true');
    await form.getByLabel('For the account').fill(channel.id);
    await form.getByLabel('Body').fill('job,date,sheets\nA-1,2026-01-05,500\nA-2,2026-01-05,none\n');
    await sendWith(form, sandbox.key);
    await statusOf(form);
    expect(JSON.parse(await form.locator('pre').innerText())).toMatchObject({
      created: 1,
      errors: [{ line: 3 }],
    });
    expect((await sandbox.api.get(`/accounts/${channel.id}/deposits`)).body).toHaveLength(1);
  });

  it('saves an answer that is a file', async () => {
    await openPage();
    const form = await openForm('getAnnualReport');
    await form.getByLabel('year').fill('2026');
    await form.getByLabel('Accept').selectOption('application/pdf');
    await sendWith(form, world.distributor.key);
    expect(await statusOf(form)).toMatch(/^200 OK/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('link', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(pageErrors).toEqual([]);
  });

  it('checks fields before anything is sent', async () => {
    await openPage();
    const form = await openForm('getDeposit');
    const sent = (): string[] => requested.filter((url) => url.includes('/v1/'));
    await sendWith(form, sandbox.key);
    await form.getByLabel('id required').fill('..');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByLabel('API key').fill('schlüssel');
    await form.getByLabel('id required').fill('a/b?c');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(sent()).toEqual([]);
    await sendWith(form, sandbox.key);
    expect(await statusOf(form)).toMatch(/^404/);
    expect(sent()[0]).toBe(`${origin}/v1/deposits/a%2Fb%3Fc`);
  });

  it.each([
    ['light', { width: 1440 }],
    ['dark', { width: 1440, colorScheme: 'dark' }],
    ['on a phone', { width: 375, height: 812 }],
  ] as const)('is accessible and fits the screen: %s', async (_, options) => {
    await openPage('/docs', options);
    const form = await openForm('createDeposit');
    await keepDeposits();
    await form.getByText('Optional').click();
    await sendWith(form, sandbox.key);
    await statusOf(form);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.width);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('works with the keyboard alone', async () => {
    await openPage();
    await page.locator('#getOwnAccount').getByRole('button', { name: 'Try it' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#try-getOwnAccount').waitFor();
    await page.keyboard.type(sandbox.key);
    await page.keyboard.press('Enter');
    expect(await statusOf(page.locator('#try-getOwnAccount'))).toMatch(/^200 OK/);
    await page.locator('#getOwnAccount').getByRole('button', { name: 'Try it' }).press('Enter');
    expect(await page.locator('#try-getOwnAccount').isVisible()).toBe(false);
  });
});
