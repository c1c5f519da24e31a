import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyWebhook } from '../../../sdk/src/index.js';
import { insertDeliveries } from '../../src/features/webhooks/delivery-store.js';
import { idAt } from '../../src/platform/ids.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard, type DashboardOptions } from '../support/dashboard.js';
import { endpointAt, startReceiver, startWebhookWorld, type Receiver } from '../support/webhooks.js';
import type { Json } from '../support/api-client.js';
import type { TestAccount, World } from '../support/world.js';

describeInBrowser('Webhooks in the dashboard', () => {
  let world: World;
  let receiver: Receiver;
  /** How the receiver answers. */
  let status: number;
  let member: TestAccount;
  let dashboard: Dashboard;
  let page: Page;
  const { t } = i18nFor(phone.locale);

  beforeAll(async () => {
    world = await startWebhookWorld();
    receiver = await startReceiver((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(`answer: ${hostile}`);
    });
  });
  afterAll(async () => {
    await receiver.close();
    await world.stop();
  });
  beforeEach(async () => {
    status = 200;
    receiver.received.length = 0;
    member = await world.newAccount('channel', world.distributor);
  });
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const open = async (path: string, options: Partial<DashboardOptions> = {}): Promise<void> => {
    dashboard = await openDashboard(world, member, { ...phone, ...options });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog');
  const menu = async (name: string): Promise<void> => {
    await button(t('app.feeds.actions')).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const shownSecret = async (): Promise<string> => {
    await dialog().getByText(t('app.webhooks.secretText')).waitFor();
    const secret = await dialog().locator('code').innerText();
    await page.keyboard.press('Escape');
    await button(t('app.webhooks.done')).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(secret);
    return secret;
  };
  const stored = async (): Promise<Json> => (await member.api.get('/webhook_endpoints')).body[0];

  it('an endpoint is created, its secret shown once, tested and changed', async () => {
    await world.newAccount('customer', member);
    await open('webhooks');
    await page.getByText(t('app.webhooks.emptyTitle')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.webhooks.create')).first().click();
    await button(t('app.webhooks.createAction')).click();
    await dialog().getByText(t('app.required')).waitFor();
    await dialog().getByLabel(t('app.servers.url')).fill('http://mis.example.com');
    await dialog().getByLabel(t('app.webhooks.description')).fill(hostile);
    await dialog().getByLabel(t('app.webhooks.everything')).click({ force: true });
    await button(t('app.webhooks.createAction')).click();
    await dialog().getByText(t('app.webhooks.chooseOne')).waitFor();
    await dialog().getByLabel(t('app.orders.title'), { exact: true }).check();
    await dialog().getByLabel(t('app.events.order.created'), { exact: true }).uncheck();
    await dialog().getByLabel(t('app.quotes.title'), { exact: true }).check();
    await dialog().getByLabel(t('app.settings.pageBelow')).click({ force: true });
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.webhooks.createAction')).click();
    await dialog().getByText(t('refusal.url-needs-https')).waitFor();
    await dialog().getByLabel(t('app.servers.url')).fill(receiver.url);
    await button(t('app.webhooks.createAction')).click();
    await dialog().getByText(t('app.webhooks.secretText')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    const secret = await shownSecret();
    expect(await stored()).toMatchObject({
      url: receiver.url,
      description: hostile,
      events: ['quote.*', 'order.placed', 'order.deleted'],
      include_descendants: true,
    });
    await page.getByText(t('app.webhooks.selected', { count: 5 })).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    await page.getByRole('link', { name: receiver.url }).click();
    await button(t('app.webhooks.test')).click();
    await dialog().getByText(t('app.webhooks.testSucceeded')).waitFor();
    expect(await dialog().innerText()).toContain(`answer: ${hostile}`);
    await expectCleanPageOnBothScreens(dashboard);
    const [sent] = receiver.received;
    expect(await verifyWebhook(sent?.body ?? '', sent?.headers ?? {}, secret)).toMatchObject({
      type: 'test',
    });
    await button(t('app.close'), dialog()).last().click();
    status = 500;
    await button(t('app.webhooks.test')).click();
    await dialog().getByText(t('app.webhooks.testFailed')).waitFor();
    expect(await dialog().innerText()).toMatch(/HTTP 500 · .+ ms/);
    await button(t('app.close'), dialog()).last().click();

    await button(t('app.feeds.change')).click();
    expect(await dialog().getByLabel(t('app.quotes.title'), { exact: true }).isChecked()).toBe(true);
    await dialog().getByLabel(t('app.webhooks.everything')).click({ force: true });
    await dialog().getByLabel(t('app.webhooks.description')).fill('');
    await button(t('app.save')).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText(t('app.webhooks.everything')).waitFor();
    expect(await stored()).toMatchObject({ events: ['*'], description: null, include_descendants: true });
  });

  it('a secret is replaced, and the former one signs along', async () => {
    const endpoint = await endpointAt(member, receiver.url);
    await open(`webhooks/${String(endpoint.id)}`);
    await menu(t('app.webhooks.rotate'));
    await dialog().getByText(t('app.webhooks.rotateText')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.webhooks.rotate'), dialog()).click();
    const secret = await shownSecret();
    expect(secret).not.toBe(endpoint.secret);
    await member.api.post(`/webhook_endpoints/${String(endpoint.id)}/test`);
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    for (const key of [secret, String(endpoint.secret)])
      expect(await verifyWebhook(body, headers, key)).toMatchObject({ type: 'test' });
  });

  it('an endpoint is disabled, enabled and deleted, and says why the server has disabled it', async () => {
    const { id } = await endpointAt(member, receiver.url);
    await open(`webhooks/${String(id)}`);
    await menu(t('app.webhooks.disable'));
    await page.getByText(t('app.webhooks.disabled'), { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    await world.server.sql(`update webhook_endpoints set disabled_reason = 'failing' where id = $1`, [id]);
    await page.reload();
    await page.getByText(t('app.webhooks.failing')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await menu(t('app.webhooks.enable'));
    await page.getByText(t('app.webhooks.enabled'), { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ status: 'enabled', disabled_reason: null });

    await menu(t('app.delete'));
    await dialog()
      .getByText(t('app.webhooks.deleteText', { address: receiver.url }))
      .waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.delete'), dialog()).click();
    await page.getByText(t('app.webhooks.emptyTitle')).waitFor();
    expect(await stored()).toBeUndefined();
  });

  /** An endpoint with a delivery of a deposit in each state, as the server leaves them behind. */
  const withDeliveries = async (): Promise<{ id: string; deliveryOf: (state: string) => string }> => {
    const { id, created_at: createdAt } = await endpointAt(member, receiver.url);
    await member.api.post('/deposits', { pages: 1234 });
    const { body: events } = await member.api.get('/events?type=deposit.created');
    const { db } = world.server.running.instance.context;
    const ids = new Map<string, string>();
    for (const [index, state] of ['succeeded', 'failed', 'pending'].entries()) {
      const at = new Date(Date.parse(String(createdAt)) + index * 1000);
      const delivery = idAt(at);
      ids.set(state, delivery);
      await db.transaction((tx) =>
        insertDeliveries(tx, [
          {
            id: delivery,
            accountId: member.account.id,
            endpointId: String(id),
            createdAt: at,
            eventAccountId: member.id,
            eventId: events[0].id,
            eventType: 'deposit.created',
          },
        ]),
      );
      const failure = {
        at: '2026-11-01T10:00:00Z',
        statusCode: 503,
        durationMs: 12,
        error: 'status',
        responseExcerpt: hostile,
      };
      const success = {
        ...failure,
        at: '2026-11-01T10:05:00Z',
        statusCode: 200,
        error: null,
        responseExcerpt: '',
      };
      const attempts = { succeeded: [failure, success], failed: [failure], pending: [] }[state];
      await world.server.sql(
        `update webhook_deliveries set attempts = $2, status = $3,
           next_attempt_at = case when $3 = 'pending' then next_attempt_at end
         where id = $1`,
        [delivery, JSON.stringify(attempts), state],
      );
    }
    return { id: String(id), deliveryOf: (state) => ids.get(state) ?? '' };
  };

  const deliveries = (): Locator =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') });
  const statusOf = async (id: string): Promise<unknown> =>
    (await world.server.sql('select status from webhook_deliveries where id = $1', [id]))[0]?.['status'];

  it('deliveries are filtered, and show what was sent and what came back', async () => {
    const { id, deliveryOf } = await withDeliveries();
    await open(`webhooks/${id}`);
    await deliveries().nth(2).waitFor();
    expect(await deliveries().first().innerText()).toContain(t('app.webhooks.pending'));
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByLabel(t('app.status')).selectOption('failed');
    await deliveries().nth(1).waitFor({ state: 'detached' });
    expect(await deliveries().innerText()).toMatch(/HTTP 503/);
    await deliveries().getByRole('button').click();
    await dialog().getByText('"deposit.created"').waitFor();
    const text = await dialog().innerText();
    expect(text).toContain('"pages": 1234');
    expect(text).toContain(hostile);
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.webhooks.retry'), dialog()).click();
    await page.getByText(t('app.webhooks.retried')).waitFor();
    expect(await statusOf(deliveryOf('failed'))).toBe('pending');
  });

  it('events of a range are sent again', async () => {
    const { id } = await withDeliveries();
    await open(`webhooks/${id}`);
    await menu(t('app.webhooks.replay'));
    await dialog().getByText(t('app.webhooks.replayText')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/replay'));
    await button(t('app.webhooks.retry'), dialog()).click();
    const { events } = (await (await sent).json()) as { events: number };
    expect(events).toBeGreaterThan(0);
    await page.getByText(t('app.webhooks.replayed', { count: events })).waitFor();
  });

  it('users with restricted permission see everything, and no button that changes something', async () => {
    const { id } = await withDeliveries();
    await open('webhooks', { permission: 'restricted' });
    await page.getByRole('link', { name: receiver.url }).click();
    await deliveries().nth(2).waitFor();
    for (const name of ['app.webhooks.test', 'app.feeds.change', 'app.feeds.actions'] as const)
      expect(await button(t(name)).count()).toBe(0);
    await deliveries().first().getByRole('button').click();
    await dialog().getByText('"deposit.created"').waitFor();
    expect(await button(t('app.webhooks.retry'), dialog()).count()).toBe(0);
    await dashboard.goTo(`/accounts/${member.id}/webhooks`);
    await page.getByRole('link', { name: receiver.url }).waitFor();
    expect(await button(t('app.webhooks.create')).count()).toBe(0);
    expect(new URL(page.url()).pathname).not.toContain(id);
  });
});
