import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FairScheduler, type ScheduledSandbox } from '../../src/jobs/sandbox/fair-scheduler.js';
import { runSandboxTask } from '../../src/jobs/tasks/sandboxes.js';
import { createSandbox, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

describe('Turns', () => {
  /** As the lane gives them: it takes the first of the queue, which can let another one go first. */
  function turnsOf(
    sandboxes: readonly ScheduledSandbox[],
    count: number,
    isBlocked = (_: ScheduledSandbox) => false,
  ): string[] {
    const turns = new FairScheduler();
    const had: string[] = [];
    let queue = [...sandboxes];
    while (had.length < count) {
      const one = queue.find((each) => !isBlocked(each)) as ScheduledSandbox;
      const others = queue.filter((each) => each !== one);
      const next = turns.nextBefore(one, others);
      if (next) {
        queue = [next, ...others.filter((each) => each !== next), one];
        continue;
      }
      turns.begin(one);
      had.push(one.id);
      queue = [...others, one];
    }
    return had;
  }
  const many = Array.from({ length: 20 }, (_, index): ScheduledSandbox => ({
    id: `many-${String(index)}`,
    ownerId: 'many',
  }));
  const single: ScheduledSandbox = { id: 'single', ownerId: 'single' };

  it('are shared by owners, not by sandboxes', () => {
    const had = turnsOf([...many, single], 100);
    const ofSingle = had.filter((id) => id === 'single').length;
    expect(ofSingle).toBeGreaterThanOrEqual(45);
    expect(ofSingle).toBeLessThanOrEqual(55);
    expect(new Set(had).size).toBe(21);
  });

  it('are shared by the sandboxes of an owner', () => {
    const had = turnsOf(many, 60);
    for (const { id } of many) expect(had.filter((one) => one === id)).toHaveLength(3);
  });

  it('go on if the one whose turn it is cannot start', () => {
    expect(turnsOf([...many, single], 20, ({ id }) => id === 'single')).toHaveLength(20);
  });
});

describe('A sandbox of an owner who has just had a turn', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const run = (payload: unknown): Promise<void> =>
    runSandboxTask.run(world.server.running.instance.context, {
      payload,
      stopping: new AbortController().signal,
    });
  const clockOf = async ({ api }: TestSandbox): Promise<string> => (await api.get('/sandbox')).body.now;
  const waiting = (): Promise<{ payload: { id: string } }[]> =>
    world.server.sql(
      `select payload from graphile_worker._private_jobs where key like 'run-sandbox-%' order by run_at, id`,
    );

  it('lets one of another owner go first, once', async () => {
    const { distributor, stranger } = world;
    const [first, second] = [
      await createSandbox(world, distributor),
      await createSandbox(world, distributor),
    ];
    const other = await createSandbox(world, stranger);
    const to = new Date(Date.parse(first.now) + 700 * 86_400_000).toISOString();
    for (const { api } of [first, second, other])
      expect(await api.post('/sandbox/advance', { to })).toMatchObject({ status: 200 });

    await run({ id: first.id });
    expect((await clockOf(first)) > first.now).toBe(true);
    await run({ id: second.id });
    expect(await clockOf(second)).toBe(second.now);
    const queue = (await waiting()).map(({ payload }) => payload);
    expect(queue.map(({ id }) => id)).toEqual([other.id, first.id, second.id]);
    await run(queue[2]);
    expect((await clockOf(second)) > second.now).toBe(true);
  });
});
