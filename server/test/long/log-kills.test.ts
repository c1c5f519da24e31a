import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { OffsetBuyers } from '../support/faults/offset-buyers.js';
import { fillInstallation, type Installation } from '../support/faults/installation.js';
import { observe } from '../support/faults/observer.js';
import { Processes } from '../support/faults/processes.js';
import { Random } from '../support/faults/random.js';
import { expectEveryCertificate, untilLogIsComplete } from '../support/complete-log.js';
import { auditorOf, type LogAuditor } from '../support/log-auditor.js';
import { pause } from '../support/pause.js';
import { regrove } from '../support/regrove-process.js';
import { until } from '../support/until.js';

// `REGROVE_CHAOS_KILLS` is set by `npm run chaos`.
const kills = Number(process.env['REGROVE_CHAOS_KILLS'] ?? process.env['REGROVE_TEST_KILLS'] ?? 8);
const hangMs = 300_000;
const random = new Random();

let directory: DataDirectory;
let installation: Installation;
beforeAll(async () => {
  const place = await createDataDirectory('regrove-log-kills-');
  // The same for server and workers, and for a server that was started again.
  directory = { ...place, env: { ...place.env, REGROVE_LOG_ORIGIN: 'kills.example/log' } };
  installation = await fillInstallation(directory, { members: 6, accounts: 0, lots: 3, role: 'distributor' });
});
afterAll(() => directory.remove());

const victims = ['server', 'worker', 'other worker', 'database'] as const;
const roles = ['server', 'worker', 'other worker'];

async function auditor(processes: Processes): Promise<LogAuditor> {
  const { url, agent } = await processes.connection();
  return auditorOf(new URL(url).origin, agent);
}

it(
  'whatever is killed, the log loses, doubles and reorders nothing, and never takes back what it has signed',
  async () => {
    const observer = observe(directory);
    const processes = new Processes(directory);
    const start = (role: string): void =>
      role === 'server' ? processes.start(role, 'serve', '--no-jobs') : processes.start(role, 'worker');
    for (const role of roles) {
      start(role);
      await processes.isUp(role);
    }
    const certifiers = new OffsetBuyers(installation.members, (key) => processes.client(key));
    /** Every checkpoint that was ever served, as far as somebody looked. */
    const seen = new Set<string>();
    const watching = new AbortController();
    const watch = (async () => {
      while (!watching.signal.aborted) {
        await pause(200);
        const note = await auditor(processes)
          .then((log) => log.text('/log/checkpoint'))
          // While the server or the database is away, or nothing is signed yet.
          .catch(() => undefined);
        if (note !== undefined) seen.add(note);
      }
    })();
    try {
      for (let killed = 0; killed < kills; killed++) {
        for (const role of roles) await processes.isUp(role);
        const [known, signed] = [certifiers.known.length, seen.size];
        await until('more certificates', () => certifiers.known.length >= known + 10);
        // Half of them at the moments in which something is entered and signed.
        if (killed % 2 === 0) await until('another checkpoint', () => seen.size > signed);
        await pause(random.upTo(2_000));
        const victim = victims[random.upTo(victims.length)] ?? 'server';
        if (victim === 'database') {
          await until('the database to run', async () => (await directory.postmaster()) !== undefined);
          await processes.killDatabase();
        } else {
          await processes.kill(victim);
          start(victim);
        }
      }
      for (const role of roles) await processes.isUp(role);
    } finally {
      await certifiers.stop();
      watching.abort();
      await watch;
    }
    expect(certifiers.unexpected).toEqual([]);
    expect(processes.unexpectedExits).toEqual([]);

    await untilLogIsComplete(observer, hangMs);
    const log = await auditor(processes);
    const [first] = seen;
    const entries = await log.audit(first);
    // No checkpoint that anybody has seen is contradicted.
    expect(seen.size).toBeGreaterThan(kills / 2);
    expect(await log.contradicted(seen)).toEqual([]);

    const { issued, withdrawn } = await expectEveryCertificate(observer, entries);
    for (const { id, state } of certifiers.known) {
      expect(issued.has(id)).toBe(true);
      if (state !== 'unknown') expect(withdrawn.has(id)).toBe(state === 'withdrawn');
    }
    const doctor = await regrove(['doctor', '--ledger'], directory.env);
    expect(doctor.stdout).not.toContain('FAIL');
    expect(doctor.code).toBe(0);
    await observer.close();
    for (const { code, stderr } of await processes.stopAll())
      expect([code, stderr]).toEqual([0, expect.any(String)]);
    if (kills > 8)
      process.stderr.write(
        `${kills} kills, ${issued.size} certificates (${certifiers.known.length} acknowledged), ${withdrawn.size} withdrawn, ` +
          `${entries.length} entries, ${seen.size} checkpoints seen (seed ${random.seed})\n`,
      );
  },
  kills * 60_000 + 3 * hangMs,
);
