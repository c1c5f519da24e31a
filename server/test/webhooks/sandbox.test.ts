import { afterAll, beforeAll, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { createSandbox, runToEnd, type TestSandbox } from '../support/sandboxes.js';
import { until } from '../support/until.js';
import {
  deliveryThat,
  endpointAt,
  startWebhookDeliverer,
  startReceiver,
  startWebhookWorld,
  type WebhookDeliverer,
  type Receiver,
} from '../support/webhooks.js';
import type { World } from '../support/world.js';

let world: World;
let delivering: WebhookDeliverer;
let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWebhookWorld();
  sandbox = await createSandbox(world);
  delivering = startWebhookDeliverer(world.server.running.instance);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await delivering.stop();
  await world.stop();
});

it('a sandbox sends its events, which say that they are not live, and live endpoints do not get them', async () => {
  const live = await startReceiver();
  await endpointAt(world.distributor, live.url);
  const { id, secret } = await endpointAt(sandbox, receiver.url, { events: ['deposit.*'] });
  await sandbox.api.post('/deposits', { pages: 7 });
  await until('the event', () => receiver.received.length === 1);
  const [received] = receiver.received;
  expect(received?.event).toMatchObject({
    type: 'deposit.created',
    livemode: false,
    account_id: sandbox.accountId,
    data: { object: { pages: 7 } },
  });
  new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {});
  expect(await deliveryThat(sandbox, id, 'success', ({ status }) => status === 'succeeded')).toMatchObject({
    type: 'deposit.created',
  });
  expect(live.received).toEqual([]);
  const today = sandbox.now.slice(0, 10);
  const replay = await sandbox.api.post(`/webhook_endpoints/${id}/replay`, {
    start_date: today,
    end_date: today,
  });
  expect(replay.body).toEqual({ events: 1 });
  await runToEnd(world.server, sandbox);
  await until('the event again', () => receiver.received.length === 2);
  expect((await sandbox.api.post(`/webhook_endpoints/${id}/test`)).body.succeeded).toBe(true);
  expect(receiver.received[2]?.event).toMatchObject({ type: 'test', livemode: false });
  await live.close();
});
