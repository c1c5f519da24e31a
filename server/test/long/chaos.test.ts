import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from 'undici';
import { actions, sendInvalidRequest, type ActionContext } from '../support/chaos/actions.js';
import { CalmPeriods } from '../support/chaos/calm-periods.js';
import { HostileTenant } from '../support/chaos/hostile-tenant.js';
import { Integrator, type Tally } from '../support/chaos/integrator.js';
import { MonthCloser } from '../support/chaos/month-closer.js';
import { Neighbour } from '../support/chaos/neighbour.js';
import { findAuditMismatches, checkResources } from '../support/chaos/check-resources.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { Processes } from '../support/faults/processes.js';
import { fillInstallation, type Installation } from '../support/faults/installation.js';
import { observe } from '../support/faults/observer.js';
import { Random } from '../support/faults/random.js';
import { startPrintServer, type PrintServer } from '../support/print-server.js';
import { regrove } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { pause } from '../support/pause.js';

// Set by `npm run chaos`.
const kills = Number(process.env['REGROVE_CHAOS_KILLS'] ?? 4);
const milliseconds = Number(process.env['REGROVE_CHAOS_MINUTES'] ?? 30) * 60_000;
const hangMs = 600_000;
/** The number of responses to the neighbour between two kills that are needed to judge how it is served. */
const answersInCalm = 10;

const random = new Random();
let directory: DataDirectory;
let installation: Installation;
let around: ActionContext;
let printServer: PrintServer;
beforeAll(async () => {
  const place = await createDataDirectory('regrove-chaos-');
  directory = { ...place, env: { ...place.env, REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' } };
  printServer = await startPrintServer({ copier: 350 });
  installation = await fillInstallation(directory, {
    members: 8,
    accounts: 0,
    lots: 200,
    role: 'distributor',
  });
});
afterAll(async () => {
  await directory.remove();
  await printServer.close();
});

/** What is killed together. The database is started again by the processes that use it. */
const rounds = [['server'], ['database'], ['worker'], ['server', 'database'], ['worker', 'database']];

it(
  'Whatever is killed and however hostile a tenant is, acknowledged data exists once, refused data does not, others are served, and the books balance',
  async () => {
    const begun = new Date();
    const observer = observe(directory);
    const months = new MonthCloser(observer);
    const processes = new Processes(directory);
    const start = (role: string): void =>
      role === 'server' ? processes.start(role, 'serve', '--no-jobs') : processes.start(role, 'worker');
    for (const role of ['server', 'worker']) {
      start(role);
      await processes.isUp(role);
    }
    const tally: Tally = { requests: 0, acknowledged: 0, lostAnswers: 0, retries: 0, replayed: 0 };
    const [quiet, hostile, ...members] = installation.members;
    if (!quiet || !hostile) throw new Error('There are too few accounts');
    const clients = members.map(
      ({ id, key }) => new Integrator(id, random, tally, () => processes.client(key), months.current),
    );
    const [first] = clients;
    const projects = await (await (first as Integrator).client()).get('/forestry/projects');
    around = {
      forestry: projects.body.map(({ id }: { id: string }) => id),
      carbonProject: installation.carbonProject,
    };

    const stopping = new AbortController();
    const isOver = (): boolean => stopping.signal.aborted;
    const calm = new CalmPeriods();
    const neighbour = new Neighbour(
      calm,
      () => processes.client(quiet.key),
      () => processes.pidOf('server'),
      around.forestry[0] ?? '',
    );
    const tenant = new HostileTenant({
      client: () => processes.client(hostile.key),
      origin: async () => new URL((await processes.connection()).url).origin,
      page: async (url) => {
        const { statusCode, body } = await request(url, { dispatcher: (await processes.connection()).agent });
        await body.dump();
        return statusCode;
      },
      month: months.current,
      printServer: printServer.url,
    });
    /** Waits without kills until this many attacks are over and the neighbour has been served. */
    const beCalm = async (attacks: number): Promise<void> => {
      calm.begin();
      const [attacked, heard] = [tenant.attacks, neighbour.heard];
      await until(
        'attacks and answers in calm',
        () => tenant.attacks >= attacked + attacks && neighbour.heard >= heard + answersInCalm,
      );
      calm.end();
    };
    const all = [...Object.values(actions), sendInvalidRequest];
    const work = clients.map(async (client) => {
      while (!isOver()) {
        await all[random.upTo(all.length)]?.(client, around);
        await pause(5);
      }
    });
    const asking = neighbour.sendUntil(isOver);
    const ends = (async () => {
      while (!isOver()) {
        await months.end();
        await pause(1_000 + random.upTo(2_000));
      }
    })();

    let killed = 0;
    let attacking: Promise<void> | undefined;
    try {
      // The baseline, without the hostile tenant.
      await until(
        '40 acknowledged requests',
        () => tally.acknowledged,
        (seen) => seen >= 40,
      );
      await beCalm(0);
      neighbour.begin();
      attacking = tenant.attackUntil(isOver);
      await beCalm(tenant.kinds);
      while (killed < kills && Date.now() - begun.getTime() < milliseconds) {
        const victims = (rounds[random.upTo(rounds.length)] ?? []).slice(0, kills - killed);
        for (const role of ['server', 'worker']) await processes.isUp(role);
        const before = tally.acknowledged;
        await until(
          '40 more acknowledged requests',
          () => tally.acknowledged,
          (seen) => seen >= before + 40,
        );
        // One attack in progress and a complete one.
        await beCalm(2);
        await pause(random.upTo(500));
        for (const victim of victims) {
          if (victim === 'database') {
            await until(
              'the database to run',
              () => directory.postmaster(),
              (seen) => seen !== undefined,
            );
            await processes.killDatabase();
          } else await processes.kill(victim);
          killed++;
        }
        for (const role of victims.filter((victim) => victim !== 'database')) start(role);
      }
      for (const role of ['server', 'worker']) await processes.isUp(role);
    } finally {
      stopping.abort();
      await Promise.all([...work, asking, attacking, ends]);
    }
    await until('all months to be done', () => months.areDone(), Boolean, hangMs);

    const problems = (await Promise.all(clients.map((client) => checkResources(client, begun)))).flat();
    problems.push(...neighbour.verdict(), ...tenant.problems);
    problems.push(...(await findAuditMismatches(observer)).map(({ what }) => what));
    problems.push(...processes.unexpectedExits.map(({ stderr }) => `a process ended by itself: ${stderr}`));
    await observer.close();
    for (const { code, stderr } of await processes.stopAll()) if (code !== 0) problems.push(stderr);
    const doctor = await regrove(['doctor', '--ledger'], directory.env);
    if (doctor.code !== 0 || doctor.stdout.includes('FAIL')) problems.push(doctor.stdout + doctor.stderr);
    // Shown only if the test was started on purpose.
    if (process.env['REGROVE_CHAOS_KILLS'] !== undefined)
      process.stderr.write(
        `${killed} kills, ${tally.requests} requests, ${tally.acknowledged} acknowledged, ${tally.lostAnswers} lost answers, ` +
          `${tally.retries} retries (${tally.replayed} answered with the stored response), ${months.closed} months, ${tenant.requests} hostile requests, ${neighbour.summary}, ${problems.length} problems ` +
          `(seed ${random.seed})\n`,
      );
    expect(problems).toEqual([]);
    expect(tally.acknowledged).toBeGreaterThan(10 * killed);
  },
  milliseconds + hangMs,
);
