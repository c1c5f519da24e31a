import { actions, sendInvalidRequest } from '../chaos/actions.js';
import { checkResources, findAuditMismatches } from '../chaos/check-resources.js';
import { Integrator, type Tally } from '../chaos/integrator.js';
import type { DataDirectory } from '../data-directory.js';
import type { PatroniCluster } from '../patroni/cluster.js';
import { recommended } from '../patroni/node.js';
import { pause } from '../pause.js';
import { regrove } from '../regrove-process.js';
import { until } from '../until.js';
import { expectSettledOnce } from './check-results.js';
import { fillInstallation } from './installation.js';
import { isMonthCloseRunning, MonthWork } from './month-work.js';
import { Observer } from './observer.js';
import { Processes } from './processes.js';
import type { Random } from './random.js';

/** What happens to a cluster; resolves once it has happened. Returns what puts it right again, if anything has to. */
export type Fault = (cluster: PatroniCluster) => Promise<() => Promise<void> | void>;

export const faults = {
  'the PostgreSQL of the primary is killed': async (cluster) => {
    const node = await cluster.primary();
    await node.killPostgres();
    return () => cluster.hasOtherPrimary(node);
  },
  'the primary is gone': async (cluster) => {
    const node = await cluster.primary();
    await node.kill();
    return async () => {
      await cluster.hasOtherPrimary(node);
      node.start();
    };
  },
  'the leader of etcd is killed': async (cluster) => {
    await cluster.replaceEtcdLeader();
    return () => undefined;
  },
  'the primary is paused and comes back': async (cluster) => {
    const node = await cluster.primary();
    await node.pause();
    return async () => {
      await cluster.hasOtherPrimary(node);
      node.resume();
    };
  },
} satisfies Record<string, Fault>;

const cycleMs = 1_000 * recommended.loop_wait;

/** Only to detect that the service does not come back: how long it takes is measured, not asserted. */
const deadlineMs = 180_000;

export type FaultName = keyof typeof faults;

export interface FailoverResult {
  readonly problems: readonly string[];
  readonly acknowledged: number;
  /** From each fault to the first acknowledged write that was sent after it. */
  readonly recoveries: readonly { readonly fault: FaultName; readonly ms: number }[];
}

export interface FailoverOptions {
  readonly happening: readonly FaultName[];
  /** How many accounts a close has to settle. */
  readonly accounts: number;
}

/** Lets faults happen while every kind of write is sent and a month is being closed, and checks what is left. */
export async function runFailover(
  cluster: PatroniCluster,
  directory: DataDirectory,
  random: Random,
  { happening, accounts }: FailoverOptions,
): Promise<FailoverResult> {
  const begun = new Date();
  const env = {
    ...directory.env,
    REGROVE_DATABASE_URL: cluster.url,
    REGROVE_DATABASE_REPLICA_URL: cluster.replicaUrl,
  };
  const { members, carbonProject } = await fillInstallation(
    { ...directory, env },
    { members: 4, accounts, lots: 100 + 2 * happening.length, role: 'distributor' },
  );
  const observer = new Observer({ connectionString: cluster.proxyUrl });
  const work = new MonthWork(observer, carbonProject);
  // Both run jobs. The server finds the primary by itself, and the worker through HAProxy.
  const processes = new Processes({ ...directory, env });
  const workers = new Processes({ ...directory, env: { ...env, REGROVE_DATABASE_URL: cluster.proxyUrl } });
  processes.start('server', 'serve');
  await processes.isUp('server');
  workers.start('worker', 'worker');
  await workers.isUp('worker');

  const tally: Tally = { requests: 0, acknowledged: 0, lostAnswers: 0, retries: 0, replayed: 0 };
  const probed = { ...tally };
  const clients = members.map(
    ({ id, key }, index) =>
      new Integrator(
        id,
        random,
        index === 0 ? probed : tally,
        () => processes.client(key),
        () => work.month,
      ),
  );
  const [prober, ...others] = clients as [Integrator, ...Integrator[]];
  const projects = await (await prober.client()).get('/forestry/projects');
  const around = { forestry: projects.body.map(({ id }: { id: string }) => id), carbonProject };

  const stopping = new AbortController();
  const all = [...Object.values(actions), sendInvalidRequest];
  const load = others.map(async (client) => {
    while (!stopping.signal.aborted) {
      await all[random.upTo(all.length)]?.(client, around);
      await pause(5);
    }
  });
  const problems: string[] = [];
  const recoveries: { fault: FaultName; ms: number }[] = [];
  try {
    for (const fault of happening) {
      // Anywhere in a cycle of Patroni.
      await pause(random.upTo(cycleMs));
      await until('a month close to be under way', async () => {
        // The next one if it was over before we looked.
        if (work.filled === 0 || (await work.isClosed())) await work.fillNext();
        return isMonthCloseRunning(observer);
      });
      const since = performance.now();
      const mend = await faults[fault](cluster);
      const acknowledged = probed.acknowledged;
      await until(
        `a write to be acknowledged after this: ${fault}`,
        async () => {
          await actions['POST /deposits']?.(prober, around);
          return probed.acknowledged > acknowledged;
        },
        Boolean,
        deadlineMs,
      );
      recoveries.push({ fault, ms: performance.now() - since });
      const timeline = await cluster.timeline();
      await mend();
      await until('the month to be closed', () => work.isClosed());
      await cluster.isComplete();
      const now = await cluster.timeline();
      if (now < timeline) problems.push(`${fault}: back from timeline ${timeline} to ${now}`);
    }
  } finally {
    stopping.abort();
    await Promise.all(load);
  }
  await until('all jobs to be done', () => work.isDone());

  for (const client of clients) problems.push(...(await checkResources(client, begun)));
  const own = members.map(({ id }) => id);
  problems.push(...(await findAuditMismatches(observer, own)).map(({ what }) => what));
  await expectSettledOnce(observer, work.filled);
  await observer.close();
  for (const one of [processes, workers]) {
    problems.push(...one.unexpectedExits.map(({ stderr }) => `a process ended by itself: ${stderr}`));
    for (const { code, stderr } of await one.stopAll()) if (code !== 0) problems.push(stderr);
  }
  const doctor = await regrove(['doctor', '--ledger'], env);
  if (doctor.code !== 0 || doctor.stdout.includes('FAIL')) problems.push(doctor.stdout + doctor.stderr);
  return { problems, acknowledged: tally.acknowledged, recoveries };
}
