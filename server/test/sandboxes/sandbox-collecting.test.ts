import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseSlots } from '../../src/features/feeds/collecting/database-slots.js';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { contextIn } from '../../src/features/sandboxes/open-sandbox.js';
import type { Context } from '../../src/database/context.js';
import { collectingEnv, startPrintServer, type PrintServer } from '../support/print-server.js';
import { createSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let printServer: PrintServer;
let inSandbox: Context;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  printServer = await startPrintServer({ copier: 350 });
  await printServer.feed(world.customer);
  const { id } = await createSandbox(world);
  const expiresAt = new Date(world.server.now().getTime() + 86_400_000);
  inSandbox = await contextIn(world.server.running.instance.context, { id, expiresAt });
});
afterAll(async () => {
  await printServer.close();
  await world.stop();
});

const live = (): Context => world.server.running.instance.context;

it.each([
  ['Live feeds', 'those of sandboxes', live, () => inSandbox],
  ['Feeds of a sandbox', 'live ones', () => inSandbox, live],
])('%s are read while %s use the database as much as they may', async (_, __, context, busy) => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const others = Array.from({ length: 50 }, () => databaseSlots(busy()).run(() => ended));
  expect(await checkFeeds(context())).toHaveLength(1);
  end();
  await Promise.all(others);
});
