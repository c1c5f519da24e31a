import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { Random } from '../support/faults/random.js';
import { listJobs, retryJobs } from '../support/faults/retry-jobs.js';
import { collectingEnv, startPrintServer, type PrintServer } from '../support/print-server.js';
import { start, type RecordedProcess } from '../support/regrove-process.js';
import { startWorld, type World } from '../support/world.js';
import { until } from '../support/until.js';
import { pause } from '../support/pause.js';

// For a longer run: REGROVE_TEST_KILLS=100.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 6);
const secondsAKill = 15;
const feeds = 40;
const totals = { a: 1_000, b: 70, c: 5_000_000 };

const random = new Random();
let world: World;
let operator: Operator;
let printServer: PrintServer;
const processes: RecordedProcess[] = [];
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  operator = await createOperator({ database: world.server.database, env: collectingEnv });
  printServer = await startPrintServer(totals);
  const { server_id } = await printServer.feed(world.customer);
  for (let count = 1; count < feeds; count++)
    await world.customer.api.post('/feeds', { type: 'print_tracker', server_id, external_id: 'office' });
});
afterAll(async () => {
  for (const one of processes) await one.stop('SIGKILL');
  await printServer.close();
  await operator.close();
  await world.stop();
});

/** The worker starts with the job that the schedule has queued. */
async function begin(args: readonly string[]): Promise<RecordedProcess> {
  await world.server.sql('update feeds set collected_at = null');
  await world.server.sql(`select graphile_worker.add_job('collect-feeds', '{}'::json, max_attempts => 3)`);
  const running = start(args, operator.env);
  processes.push(running);
  return running;
}

const collected = async (): Promise<number> =>
  (await world.server.sql('select from feeds where collected_at is not null')).length;

it(
  'Pages are counted once, whatever is killed while they are collected',
  { timeout: (kills + 5) * secondsAKill * 1_000 },
  async () => {
    onTestFailed(() => {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed} REGROVE_TEST_KILLS=${kills}\n`);
    });
    await collectFeeds(world.server.running.instance.context);
    const printing = setInterval(() => {
      for (const device of Object.keys(totals)) printServer.print(device, 1 + random.upTo(3));
    }, 5);
    let inTheMiddle = 0;
    for (let kill = 0; kill < kills; kill++) {
      const target = printServer.requestCount() + 1 + random.upTo(feeds - 10);
      const victim = await begin(kill % 2 === 0 ? ['worker'] : ['feeds', 'collect']);
      await until(
        'the collection to get this far',
        () => printServer.requestCount() >= target || victim.ended,
      );
      await pause(random.upTo(20));
      await victim.stop('SIGKILL');
      const done = await collected();
      if (done > 0 && done < feeds) inTheMiddle++;
    }
    clearInterval(printing);
    // Twice, and concurrently with a worker, which runs the jobs of the killed ones.
    const worker = await begin(['worker']);
    for (const { outcome } of await operator.json('feeds', 'collect')) expect(outcome).toBe('collected');
    await until(
      'the queue to be empty',
      async () => {
        await world.server.sql(retryJobs);
        return world.server.sql(listJobs);
      },
      (jobs) => jobs.length === 0,
    );
    expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
    expect(await operator.json('feeds', 'collect')).toMatchObject(Array(feeds).fill({ pages: 0 }));

    // The timing of kills is random: the test proves nothing if none of them interrupted work.
    expect(inTheMiddle).toBeGreaterThan(0);
    const printed = Object.entries(totals).reduce(
      (sum, [device, first]) => sum + (printServer.totals.get(device) ?? 0) - first,
      0,
    );
    const deposited = await world.server.sql<{ pages: number }>(
      'select sum(pages)::int as pages from deposits group by feed_id',
    );
    expect(deposited).toEqual(Array(feeds).fill({ pages: printed }));
    const repeated = await world.server.sql(
      `select from deposits group by feed_id, (date at time zone 'UTC')::date having count(*) > 1`,
    );
    expect(repeated).toEqual([]);
    await expectLedgerInBalance(world.server);
  },
);
