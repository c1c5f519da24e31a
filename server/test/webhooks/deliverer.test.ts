import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dispatchEvents } from '../../src/features/webhooks/dispatch-events.js';
import { listWaitingEndpoints } from '../../src/features/webhooks/pending-delivery-store.js';
import { sendAttempt, type Outcome } from '../../src/features/webhooks/send-attempt.js';
import { Budget } from '../../src/jobs/webhooks/budget.js';
import { Deliverer } from '../../src/jobs/webhooks/deliverer.js';
import { openEndpointTransport } from '../../src/jobs/webhooks/endpoint-transport.js';
import type { Context } from '../../src/database/context.js';
import { newId } from '../../src/platform/ids.js';
import { until } from '../support/until.js';
import { endpointAt, startReceiver, startWebhookWorld, type Receiver } from '../support/webhooks.js';
import type { World } from '../support/world.js';

const accept = (response: ServerResponse): void => void response.writeHead(204).end();

let world: World;
let context: Context;
let route: ReturnType<typeof openEndpointTransport>;
let answer = accept;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWebhookWorld();
  ({ context } = world.server.running.instance);
  route = openEndpointTransport(context.webhookNetwork);
  receiver = await startReceiver((_, response) => {
    answer(response);
  });
});
afterAll(async () => {
  route.close();
  await receiver.close();
  await world.stop();
});

const keys = { secrets: [], privateKey: generateKeyPairSync('ed25519').privateKey };

const send = (signal?: AbortSignal): Promise<Outcome> =>
  sendAttempt({ url: receiver.url, id: newId(), body: '{}', keys }, route, new Date(), signal);

it('does not send an event again when time is up on a connection that was used before', async () => {
  expect((await send()).statusCode).toBe(204);
  answer = () => undefined;
  const known = receiver.received.length;
  expect((await send(AbortSignal.timeout(300))).statusCode).toBeNull();
  answer = accept;
  expect((await send()).statusCode).toBe(204);
  expect(receiver.received).toHaveLength(known + 2);
});

it('takes a status for the answer even if the body does not end in time', async () => {
  answer = (response) => void response.writeHead(200).write('first');
  expect(await send(AbortSignal.timeout(500))).toMatchObject({ statusCode: 200, error: null });
  answer = accept;
});

it('sends deliveries that it could not read because of an error of the database', async () => {
  const member = await world.newAccount('distributor');
  await endpointAt(member, receiver.url, { events: ['deposit.created'] });
  await member.api.post('/deposits', { pages: 1 });
  await dispatchEvents(context);
  let errors = 1;
  const db: Context['db'] = {
    ...context.db,
    rows: (statement, values) => {
      if (!statement.text.includes('listed_at') || errors-- <= 0) return context.db.rows(statement, values);
      return Promise.reject(new Error('too many connections'));
    },
  };
  const deliverer = new Deliverer(
    { ...context, db },
    {
      budget: new Budget(),
      transport: route,
      budgetKeyOf: (root) => ({ root, isSandbox: false }),
      lost: new AbortController().signal,
      onAttempt: () => undefined,
      onResult: () => undefined,
    },
  );
  deliverer.addWaiting(await listWaitingEndpoints(context.db));
  const known = receiver.received.length;
  await expect(deliverer.step()).rejects.toThrow('too many connections');
  await deliverer.step();
  await until('the delivery', () => receiver.received.length === known + 1);
  await until('the end of the attempt', () => !deliverer.isSending);
  await deliverer.storeRest();
});
