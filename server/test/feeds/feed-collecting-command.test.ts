import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { markClosed, markOpen } from '../../src/features/closing/month-end-store.js';
import { isoDay, readMonth } from '../../src/platform/time/months.js';
import type { Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { feedMails } from '../support/feed-mails.js';
import { closedPort } from '../support/ports.js';
import {
  collectingEnv,
  depositsOf,
  feedAt,
  startPrintServer,
  type PrintServer,
} from '../support/print-server.js';
import { unknownId } from '../support/refusal.js';
import { createAcceptedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const password = 'pa55word-of-a-print-tracker';

let world: World;
let operator: Operator;
let member: TestAccount;
let printServer: PrintServer;
let feed: Json;
/** The whole output of the commands in a test. */
let said: string;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  operator = await createOperator({ database: world.server.database, env: collectingEnv });
});
/** Commands use the system clock, which moves by a second for each. */
let now = Date.UTC(2026, 10, 15, 12);
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  said = '';
  member = await world.newAccount();
  printServer = await startPrintServer({ a: 1_000, b: 70 });
  feed = await printServer.feed(member);
});
afterEach(async () => {
  vi.useRealTimers();
  await printServer.close();
  await world.server.sql('delete from feeds');
  expect(said).not.toContain('the key');
  expect(said).not.toContain(password);
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

const context = () => world.server.running.instance.context;
const dayFromNow = (days: number): string => isoDay(new Date(now + days * 86_400_000));
const today = (): string => dayFromNow(0);

async function collect(...args: string[]): Promise<{ code: number | null; rows: Json[] }> {
  vi.setSystemTime((now += 1_000));
  const { code, stdout, stderr } = await operator.run('feeds', 'collect', ...args, '--json');
  said += stdout + stderr;
  return { code, rows: JSON.parse(stdout) };
}

describe('feeds collect', () => {
  it('reports the result of each feed', async () => {
    const gone = await feedAt(member, `http://127.0.0.1:${await closedPort()}`, { password });
    const { body: pushed } = await member.api.post('/feeds', { type: 'fmaudit' });
    await collect();
    printServer.print('a', 30);
    printServer.totals.set('b', 5);
    const { code, rows } = await collect();
    const none = { devices: null, passed_over: null, pages: null, deposit_id: null, date: null };
    const same = { account_id: member.id, reason: null, detail: null, ...none };
    const [deposit] = (await member.api.get('/deposits')).body;
    expect(code).toBe(0);
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          ...same,
          feed_id: feed.id,
          type: 'print_tracker',
          outcome: 'collected',
          health_check: 'healthy',
          devices: 2,
          passed_over: 0,
          pages: 30,
          deposit_id: deposit.id,
          date: today(),
          resets: ['b'],
          message: null,
        },
        {
          ...same,
          feed_id: gone.id,
          type: 'print_tracker',
          outcome: 'failed',
          health_check: 'unhealthy',
          resets: [],
          reason: 'noAnswer',
          message: expect.stringMatching(/^There was no response. Check/),
          detail: expect.stringContaining('ECONNREFUSED'),
        },
        {
          ...same,
          feed_id: pushed.id,
          type: 'fmaudit',
          outcome: 'skipped',
          health_check: 'healthy',
          resets: [],
          message: 'its readings are sent to us',
        },
      ]),
    );
  });

  it('prints a table', async () => {
    await collect();
    printServer.print('a', 30);
    const { stdout } = await operator.run('feeds', 'collect');
    const [{ id } = { id: '' }] = (await member.api.get('/deposits')).body as { id: string }[];
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['feed', 'type', 'outcome', 'devices', 'unidentified', 'pages', 'deposit', 'message'],
      [feed.id, 'print_tracker', 'collected', '2', '0', '30', id, '-'],
      [''],
    ]);
  });

  it('fails if no feed could be read', async () => {
    printServer.respondWith(401);
    expect(await collect()).toMatchObject({ code: 1, rows: [{ outcome: 'failed' }] });
    await member.api.post(`/feeds/${feed.id}/deactivate`);
    expect(await collect()).toMatchObject({ code: 0, rows: [{ outcome: 'skipped' }] });
  });

  it('collects a single feed', async () => {
    await printServer.feed(member);
    const requestsBefore = printServer.requestCount();
    expect((await collect('--feed', feed.id)).rows.map(({ feed_id }) => feed_id)).toEqual([feed.id]);
    expect(printServer.requestCount()).toBe(requestsBefore + 1);
  });

  it('refuses an unknown feed', async () => {
    expect(await operator.failure(1, 'feeds', 'collect', '--feed', unknownId)).toContain(
      `There is no feed ${unknownId}`,
    );
  });

  it.each([
    ['yesterday', -1],
    ['today', 0],
    ['tomorrow', 1],
  ])('dates the deposit %s on request', async (_, days) => {
    await collect();
    printServer.print('a', 30);
    const day = dayFromNow(days);
    expect((await collect('--date', day)).rows).toMatchObject([{ pages: 30, date: day }]);
    expect(await depositsOf(member, feed)).toEqual([[30, day]]);
  });

  it('dates the deposit today instead of a day in a month that is closed', async () => {
    const month = readMonth('2026-10');
    await collect();
    printServer.print('a', 30);
    await context().db.transaction((tx) => markClosed(tx, month, new Date()));
    expect((await collect('--date', isoDay(month))).rows).toMatchObject([{ pages: 30, date: today() }]);
    await context().db.transaction((tx) => markOpen(tx, month));
    printServer.print('a', 4);
    expect((await collect('--date', isoDay(month))).rows).toMatchObject([{ pages: 4, date: isoDay(month) }]);
  });

  it.each(['yesterday', '2026-02-30', '26-02-03', '2026-2-3', '', '2026-02-03T00:00:00Z', '0001-01-01'])(
    'refuses the date "%s" without reading anything',
    async (date) => {
      const requestsBefore = printServer.requestCount();
      expect(await operator.failure(2, 'feeds', 'collect', '--date', date)).toContain(
        'It must be a day such as 2026-10-31',
      );
      expect(printServer.requestCount()).toBe(requestsBefore);
    },
  );

  it('refuses a date that is in the future in every time zone', async () => {
    const day = dayFromNow(2);
    expect(await operator.failure(1, 'feeds', 'collect', '--date', day)).toContain(`${day} is in the future`);
  });
});

describe('The health of a feed', () => {
  const healthOf = async ({ id }: Json): Promise<Json> => (await member.api.get(`/feeds/${id}`)).body;
  it('is updated by collecting, with one mail per change', async () => {
    await createAcceptedUser(world.server, member.account, { email: `${member.id}@example.com` });
    const steps: [number | undefined, string, (string | null)[][]][] = [
      [undefined, 'healthy', []],
      [401, 'unhealthy', [['feed-trouble', 'login']]],
      [500, 'unhealthy', []],
      [undefined, 'healthy', [['feed-recovered', null]]],
      [404, 'unhealthy', [['feed-trouble', 'noDevice']]],
    ];
    const told: (string | null)[][] = [];
    for (const [status, health, news] of steps) {
      printServer.respondWith(status);
      const before = await healthOf(feed);
      await collect();
      const after = await healthOf(feed);
      told.push(...news);
      expect(after.health_check).toBe(health);
      expect(after.health_check_checked_at >= before.health_check_checked_at).toBe(true);
      if (news.length === 0) expect(after.health_check_changed_at).toBe(before.health_check_changed_at);
      expect(await feedMails(world, member.id)).toEqual(told);
      // A mail that is still waiting would be replaced by the next one of its kind.
      await world.server.sql(`update mails set state = 'sent', sent_at = created_at where state = 'waiting'`);
    }
  });
});

describe('feeds readings', () => {
  const readings = (...args: string[]): Promise<Json[]> =>
    operator.json('feeds', 'readings', '--feed', feed.id, ...args);

  it('lists the readings, newest first, with the pages of each', async () => {
    await collect();
    printServer.print('a', 30);
    printServer.totals.set('b', 5);
    await collect();
    const same = { unit: 'impressions', managed: null, read_at: expect.stringMatching(/Z$/) };
    const all = [
      { ...same, device: 'a', total: 1_030, pages: 30, note: null },
      { ...same, device: 'b', total: 5, pages: 0, note: 'reset' },
      { ...same, device: 'a', total: 1_000, pages: 0, note: 'baseline' },
      { ...same, device: 'b', total: 70, pages: 0, note: 'baseline' },
    ];
    // Devices of one collection may or may not be read within the same millisecond.
    const shown = await readings();
    const byDevice = (rows: Json[]): Json[] => [...rows].sort((a, b) => (a.device < b.device ? -1 : 1));
    expect([...byDevice(shown.slice(0, 2)), ...byDevice(shown.slice(2))]).toEqual(all);
    expect(await readings('--limit', '2')).toEqual(shown.slice(0, 2));
    const { stdout } = await operator.run('feeds', 'readings', '--feed', feed.id, '--limit', '1');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['device', 'total', 'unit', 'pages', 'note'],
      [shown[0].device, String(shown[0].total), 'impressions', String(shown[0].pages), shown[0].note ?? '-'],
      [],
    ]);
  });

  it('is empty before the first reading, and refuses invalid options', async () => {
    expect(await readings()).toEqual([]);
    expect(await operator.failure(1, 'feeds', 'readings', '--feed', unknownId)).toContain('There is no feed');
    expect(await operator.failure(2, 'feeds', 'readings')).toContain('--feed');
    for (const limit of ['0', '-1', 'all', '100000'])
      expect(await operator.failure(2, 'feeds', 'readings', '--feed', feed.id, '--limit', limit)).toContain(
        'It must be a whole number from 1 to 99999',
      );
  });
});
