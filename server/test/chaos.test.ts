import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../src/http/routes/index.js';
import { actions, mistake, type Surroundings } from './support/chaos/actions.js';
import { Integrator, type Tally } from './support/chaos/integrator.js';
import { Months } from './support/chaos/months.js';
import { halves, problemsOf } from './support/chaos/reckoning.js';
import { createDataDirectory, type DataDirectory } from './support/data-directory.js';
import { Cast } from './support/faults/cast.js';
import { install, type Installation } from './support/faults/installation.js';
import { Observer } from './support/faults/observer.js';
import { Chance } from './support/faults/seed.js';
import { regrove } from './support/regrove-process.js';
import { until } from './support/until.js';

// `npm run chaos` sets them.
const kills = Number(process.env['REGROVE_CHAOS_KILLS'] ?? 4);
const milliseconds = Number(process.env['REGROVE_CHAOS_MINUTES'] ?? 30) * 60_000;
const hangMs = 300_000;

const chance = new Chance();
let directory: DataDirectory;
let installation: Installation;
let around: Surroundings;
beforeAll(async () => {
  directory = await createDataDirectory('regrove-chaos-');
  installation = await install(directory, { members: 6, accounts: 0, lots: 200, role: 'distributor' });
});
afterAll(() => directory.remove());

it('Every operation that writes has its part in it', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');
  expect(Object.keys(actions).sort()).toEqual(writing.map(({ method, path }) => `${method} ${path}`).sort());
});

/** Who is killed at once; the database is brought back by those who use it. */
const rounds = [['server'], ['database'], ['worker'], ['server', 'database'], ['worker', 'database']];

it(
  'Whatever is killed, what was acknowledged is there once, what was refused is not, and the books are exact',
  async () => {
    const begun = new Date();
    const observer = new Observer(directory);
    const months = new Months(observer);
    const cast = new Cast(directory);
    const start = (role: string): void =>
      role === 'server' ? cast.start(role, 'serve', '--no-jobs') : cast.start(role, 'worker');
    for (const role of ['server', 'worker']) {
      start(role);
      await cast.isUp(role);
    }
    const tally: Tally = { requests: 0, acknowledged: 0, lostAnswers: 0, retries: 0, foundDone: 0 };
    const clients = installation.members.map(
      ({ id, key }) => new Integrator(id, chance, tally, () => cast.client(key), months.current),
    );
    const [first] = clients;
    const projects = await (await (first as Integrator).client()).get('/forestry/projects');
    around = {
      forestry: projects.body.map(({ id }: { id: string }) => id),
      carbonProject: installation.carbonProject,
    };

    const stopping = new AbortController();
    const isOver = (): boolean => stopping.signal.aborted;
    const all = [...Object.values(actions), mistake];
    const work = clients.map(async (client) => {
      while (!isOver()) {
        await all[chance.upTo(all.length)]?.(client, around);
        await pause(5);
      }
    });
    const ends = (async () => {
      while (!isOver()) {
        await months.end();
        await pause(1_000 + chance.upTo(2_000));
      }
    })();

    let killed = 0;
    try {
      while (killed < kills && Date.now() - begun.getTime() < milliseconds) {
        const victims = (rounds[chance.upTo(rounds.length)] ?? []).slice(0, kills - killed);
        for (const role of ['server', 'worker']) await cast.isUp(role);
        const before = tally.acknowledged;
        await until(() => tally.acknowledged >= before + 40);
        await pause(chance.upTo(500));
        for (const victim of victims) {
          if (victim === 'database') {
            await until(async () => (await directory.postmaster()) !== undefined);
            await cast.killDatabase();
          } else await cast.kill(victim);
          killed++;
        }
        for (const role of victims.filter((victim) => victim !== 'database')) start(role);
      }
      for (const role of ['server', 'worker']) await cast.isUp(role);
    } finally {
      stopping.abort();
      await Promise.all([...work, ends]);
    }
    await until(() => months.areDone());

    const problems = (await Promise.all(clients.map((client) => problemsOf(client, begun)))).flat();
    problems.push(...(await halves(observer)).map(({ what }) => what));
    problems.push(...cast.deserters.map(({ stderr }) => `a process ended by itself: ${stderr}`));
    await observer.leave();
    for (const { code, stderr } of await cast.stopAll()) if (code !== 0) problems.push(stderr);
    const doctor = await regrove(['doctor', '--ledger'], directory.env);
    if (doctor.code !== 0 || doctor.stdout.includes('FAIL')) problems.push(doctor.stdout + doctor.stderr);
    // For whoever started it on purpose; among the other tests it is quiet.
    if (process.env['REGROVE_CHAOS_KILLS'] !== undefined)
      process.stderr.write(
        `${killed} kills, ${tally.requests} requests, ${tally.acknowledged} acknowledged, ${tally.lostAnswers} lost answers, ` +
          `${tally.retries} retries (${tally.foundDone} found it done), ${months.closed} months, ${problems.length} problems ` +
          `(seed ${chance.seed})\n`,
      );
    expect(problems).toEqual([]);
    expect(tally.acknowledged).toBeGreaterThan(10 * killed);
  },
  milliseconds + hangMs,
);
