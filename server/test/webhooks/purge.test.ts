import { afterAll, beforeAll, expect, it } from 'vitest';
import { tasks } from '../../src/jobs/tasks/index.js';
import { purgeEventsTask } from '../../src/jobs/tasks/purge-events.js';
import { runTask } from '../support/sandboxes.js';
import {
  deliveryThat,
  endpointAt,
  startDelivering,
  startReceiver,
  startWebhookWorld,
} from '../support/webhooks.js';
import type { World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

it('Events and deliveries are deleted after 30 days, and not before', async () => {
  expect(tasks).toContain(purgeEventsTask);
  const receiver = await startReceiver();
  const delivering = startDelivering(world.server.running.instance);
  const { id } = await endpointAt(world.distributor, receiver.url, { events: ['deposit.created'] });
  await world.distributor.api.post('/deposits', { pages: 1 });
  await deliveryThat(world.distributor, id, 'success', ({ status }) => status === 'succeeded');
  await delivering.stop();
  const counts = () =>
    world.server.sql(
      `select (select count(*)::int from events where type = 'deposit.created') as events,
         (select count(*)::int from webhook_deliveries) as deliveries`,
    );
  const now = Date.now();
  world.server.setNow(new Date(now + 29 * 86_400_000));
  await runTask(world.server, purgeEventsTask);
  expect(await counts()).toEqual([{ events: 1, deliveries: 1 }]);
  world.server.setNow(new Date(now + 31 * 86_400_000));
  await runTask(world.server, purgeEventsTask);
  expect(await counts()).toEqual([{ events: 0, deliveries: 0 }]);
  await receiver.close();
});
