import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEvents } from '../../src/features/events/event-store.js';
import { dispatchEvents } from '../../src/features/webhooks/dispatch-events.js';
import { declaredStatements } from '../../src/database/statement.js';
import { newId } from '../../src/platform/ids.js';
import { endpointAt, startReceiver, startWebhookWorld, type Receiver } from '../support/webhooks.js';
import type { TestAccount, World } from '../support/world.js';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWebhookWorld();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.stop();
});

async function listener(): Promise<TestAccount> {
  const member = await world.newAccount('distributor');
  await endpointAt(member, receiver.url, { events: ['deposit.created'] });
  return member;
}

/** Without what causes them. */
function happen({ account }: TestAccount, count: number): Promise<void> {
  const { context } = world.server.running.instance;
  const events = Array.from({ length: count }, (_, pages) => ({
    type: 'deposit.created' as const,
    subjectId: newId(),
    facts: { feed_id: null, date: new Date().toISOString(), pages, width: 0.21, length: 0.297, gsm: 80 },
  }));
  return context.db.transaction((db) => recordEvents({ ...context, db }, account.id, ...events));
}

it('an account of which much happens at once does not keep others waiting', async () => {
  const { context } = world.server.running.instance;
  const [busy, quiet] = [await listener(), await listener()];
  await happen(busy, 3_000);
  await happen(quiet, 2);
  const dispatched = (await dispatchEvents(context)) ?? [];
  const of = ({ account }: TestAccount) =>
    dispatched.filter(({ delivery }) => delivery.accountId === account.id);
  expect(dispatched).toHaveLength(1_000);
  expect(of(quiet)).toHaveLength(2);
  expect(of(busy)).toHaveLength(998);
});

it('claims many events fast even if statistics say that none are pending', async () => {
  const { context } = world.server.running.instance;
  await listener();
  while (await dispatchEvents(context));
  await world.server.sql('analyze events');
  const claim = declaredStatements().find(({ text }) => text.startsWith('update events set pending = false'));
  const plan = await world.server.sql(`explain (generic_plan) ${claim?.text ?? ''}`);
  expect(JSON.stringify(plan)).toContain('events_pkey');
});
