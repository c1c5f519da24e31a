import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPeriodicTasksOnce } from '../../src/jobs/periodic-tasks.js';
import { tasks } from '../../src/jobs/tasks/index.js';
import type { EventType } from '../../src/features/events/event-types.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { expectEventsOfEntries } from '../support/events-of-entries.js';
import { changingRoutes, operationsOf } from '../support/operations.js';
import { createPushFeed } from '../support/readings.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { prepared } = operationsOf(() => world);

describe('Every operation of the API that changes something', () => {
  it.each(changingRoutes.map((route) => [route.operation, route] as const))(
    '%s leaves each change with its events',
    async (_, route) => {
      const { call } = await prepared(route);
      expect((await call()).status).toBe(200);
      await expectEventsOfEntries(world.server);
    },
  );
});

interface Run {
  readonly payload?: object;
  /** Makes something to do for the job. */
  readonly before?: () => Promise<unknown>;
  readonly events: readonly EventType[];
}

const october = { month: '2026-10' };
const nothing = 'changes nothing that the API shows';

/** What each job tells, or why it tells nothing. */
const jobs: Readonly<Record<string, Run | string>> = {
  'close-month': {
    payload: october,
    before: async () => {
      world.server.setNow('2026-11-01T00:15:00Z');
      for (const { api } of [world.customer, world.channel])
        await api.post('/deposits', { pages: 5_000, date: '2026-10-15' });
    },
    events: [],
  },
  'settle-month': {
    payload: october,
    events: ['biomass_offset.created', 'certificate.issued', 'month.closed'],
  },
  'retry-settlements': 'settles what `settle-month` could not settle, by the same use case',
  'bill-month': { payload: october, events: ['invoice.created'] },
  'fulfil-carbon': {
    before: async () => {
      const orders = await CarbonOrders.open(world);
      await orders.offset(2);
      await orders.credits(1, 10, 2019);
    },
    events: ['carbon_offset.fulfilled'],
  },
  'cover-trees': 'what covers a certificate is shown on its public page',
  'check-feeds': {
    before: async () => {
      const feed = await createPushFeed(world);
      await feed.push([{ device: 'A', total: 5 }]);
      world.server.setNow('2026-11-20T12:00:00Z');
    },
    events: ['feed.health_changed'],
  },
  'collect-feeds': 'needs printers: see feed-collecting, which checks the same at its end',
  'purge-events': nothing,
  'purge-mail': nothing,
  'purge-requests': nothing,
  'purge-sessions': nothing,
  'refresh-standings': nothing,
  'send-mail': nothing,
  'send-sign-in-link': nothing,
  'replay-webhooks': nothing,
  'delete-deliveries': nothing,
  'run-sandbox': 'runs the jobs of a sandbox',
  'drop-sandbox': 'a sandbox is an installation of its own',
  'purge-sandboxes': 'a sandbox is an installation of its own',
};

const typesSince = async (sequence: string): Promise<string[]> =>
  (
    await world.server.sql<{ type: string }>(
      'select distinct type from events where sequence > $1 order by type',
      [sequence],
    )
  ).map(({ type }) => type);

const newest = async (): Promise<string> =>
  (await world.server.sql<{ newest: string }>('select max(sequence) as newest from events'))[0]?.newest ??
  '0';

describe('Every job', () => {
  it('is known to this test', () => {
    expect(Object.keys(jobs).toSorted()).toEqual(tasks.map(({ name }) => name).toSorted());
  });

  const running = tasks.flatMap((task) => {
    const run = jobs[task.name];
    return run === undefined || typeof run === 'string' ? [] : [[task.name, task, run] as const];
  });
  it.each(running)('%s leaves each change with its events', async (_, task, { payload, before, events }) => {
    await before?.();
    const known = await newest();
    const { context } = world.server.running.instance;
    await task.run(context, { payload: payload ?? {}, stopping: new AbortController().signal });
    expect(await typesSince(known)).toEqual(events);
    await expectEventsOfEntries(world.server);
  });

  it('that runs every few seconds tells of projects that are complete', async () => {
    await world.customer.api.post('/biomass/offsets', { pages: 100_000, project_id: world.projects.grove });
    await world.server.sql('update forestry_projects set capacity_trees = 5 where id = $1', [
      world.projects.grove,
    ]);
    const known = await newest();
    await runPeriodicTasksOnce(world.server.running.instance.context);
    expect(await typesSince(known)).toEqual(['forestry_project.completed']);
  });
});
