import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let person: Visitor;
beforeAll(async () => {
  world = await startWorld();
  person = await signInVisitor(world.server, await createInvitedUser(world.server, world.customer.account));
});
afterAll(() => world.stop());
afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;
/** The clock of the whole machine, as if it were corrected. */
const step = (milliseconds: number): void => {
  const now = Date.now() + milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
};

describe.each([
  ['back by an hour', -hour],
  ['back by a day', -24 * hour],
  ['forward by an hour', hour],
  ['forward by a day', 24 * hour],
])('When the clock is set %s', (_, by) => {
  it('sessions and keys stay valid', async () => {
    step(by);
    expect((await person.get('/app/session')).status).toBe(200);
    expect((await world.customer.api.get('/account')).status).toBe(200);
    expect((await world.customer.api.get('/account')).status).toBe(200);
  });

  it('ids stay unique, and lists complete, also when paginated', async () => {
    const member = await world.newAccount();
    const made: string[] = [];
    const create = async (): Promise<void> => {
      const { status, body } = await member.api.post('/users', { email: `user${made.length}@example.com` });
      expect(status).toBe(200);
      made.push(body.id as string);
    };
    for (let count = 0; count < 3; count++) await create();
    step(by);
    for (let count = 0; count < 3; count++) await create();
    const read: string[] = [];
    for (let next: string | undefined = '/users?limit=2'; next !== undefined;) {
      const { body, headers } = await member.api.get(next);
      read.push(...body.map(({ id }: { id: string }) => id));
      next = /<[^>]*\/v1([^>]*)>/.exec(String(headers['link'] ?? ''))?.[1];
    }
    expect(read.toSorted()).toEqual(made.toSorted());
  });

  it('a replay within a day is still recognized, and a new request is executed', async () => {
    const headers = { 'idempotency-key': `step ${by}` };
    const send = () => world.customer.api.post('/deposits', { pages: 3 }, { headers });
    const first = await send();
    step(by > hour ? hour : by);
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await world.customer.api.post('/deposits', { pages: 4 })).status).toBe(200);
  });

  it('jobs still run', async () => {
    step(by);
    const jobs = startJobs(world.server.running.instance);
    await world.server.sql(`select graphile_worker.add_job('purge-requests', '{}'::json)`);
    await until('the job to be done', async () => {
      const left = await world.server.sql(
        `select from graphile_worker.jobs where task_identifier = 'purge-requests'`,
      );
      return left.length === 0;
    });
    await jobs.stop();
  });
});

it('A rate limit that is used up when the clock is set back resets within a minute, not within the hour', async () => {
  const limited = await startWorld({ REGROVE_RATE_LIMIT: '2' });
  const ask = () => limited.customer.api.get('/account');
  for (let count = 0; count < 3; count++) await ask();
  step(-hour);
  const { status, headers } = await ask();
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  await limited.stop();
});

it('A schedule goes on at the new time, makes up for a missed month-end, and does not run every minute in between', async () => {
  // The next minute is near, and the clock stands still until then.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2037-03-20T10:00:58Z') });
  await world.server.sql('delete from graphile_worker._private_known_crontabs');
  const jobs = startJobs(world.server.running.instance);
  const queued = (task: string): Promise<{ at: Date }[]> =>
    world.server.sql(
      `select run_at as at from graphile_worker.jobs where task_identifier = $1 and run_at > '2037-03-20' order by 1`,
      [task],
    );
  await until(
    'both schedules to begin',
    () =>
      world.server.sql(
        `select from graphile_worker._private_known_crontabs where identifier in ('close-month', 'send-mail')`,
      ),
    (begun) => begun.length === 2,
  );
  vi.setSystemTime('2037-04-02T10:00:30Z');
  const [close] = await until(
    'the month-end to be made up for',
    () => queued('close-month'),
    (found) => found.length > 0,
  );
  await jobs.stop();
  expect(close?.at).toEqual(new Date('2037-04-01T00:15:00Z'));
  // 18,720 minutes have passed.
  expect((await queued('send-mail')).length).toBeLessThan(5);
});
