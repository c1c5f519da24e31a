import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInstance, type Instance } from '../../src/database/instance.js';
import { until } from '../support/until.js';
import {
  endpointAt,
  startWebhookDeliverer,
  startReceiver,
  startWebhookWorld,
  type Receiver,
} from '../support/webhooks.js';
import type { World } from '../support/world.js';

let world: World;
let other: Instance;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWebhookWorld();
  other = await openInstance(world.server.running.instance.config, { migrates: false });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await other.close();
  await world.stop();
});

const holders = (): Promise<{ pid: number }[]> =>
  world.server.sql(
    `select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
       and ((classid::bigint << 32) | objid::bigint) = hashtextextended('regrove webhooks', 0)`,
  );

/** One may arrive twice, if its sender has lost its connection before it could store this. */
const idsReceived = (): Set<string | undefined> =>
  new Set(receiver.received.map(({ headers }) => headers['webhook-id']));

it('one process delivers, and another takes over when it stops or loses its connection', async () => {
  await endpointAt(world.distributor, receiver.url, { events: ['deposit.created'] });
  let sent = 0;
  const deliver = async (): Promise<void> => {
    await world.distributor.api.post('/deposits', { pages: 1 });
    sent += 1;
    await until(`event ${sent}`, () => idsReceived().size === sent, Boolean, 20_000);
  };
  const one = startWebhookDeliverer(world.server.running.instance);
  const two = startWebhookDeliverer(other);
  await deliver();
  const [first] = await holders();
  expect(await holders()).toHaveLength(1);
  await world.server.sql('select pg_terminate_backend($1)', [first?.pid]);
  await deliver();
  const [second] = await until('a new leader', holders, (seen) => seen.length === 1);
  expect(second?.pid).not.toBe(first?.pid);
  await one.stop();
  await deliver();
  await two.stop();
  expect(await holders()).toEqual([]);
  // Nothing is lost while nobody leads.
  await world.distributor.api.post('/deposits', { pages: 1 });
  const three = startWebhookDeliverer(other);
  await until('the event from before', () => idsReceived().size === sent + 1);
  await three.stop();
});
