import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, isoMonth, readMonth } from '../../src/platform/time/months.js';
import { checkResources, findAuditMismatches } from '../support/chaos/check-resources.js';
import { expectEveryCertificate, untilLogIsComplete } from '../support/complete-log.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Observer } from '../support/faults/observer.js';
import { Processes } from '../support/faults/processes.js';
import { Random } from '../support/faults/random.js';
import { listJobs, retryJobs } from '../support/faults/retry-jobs.js';
import { auditorOf } from '../support/log-auditor.js';
import { regrove } from '../support/regrove-process.js';
import { findRelease } from '../support/releases/find-release.js';
import { installRelease } from '../support/releases/install-release.js';
import { until } from '../support/until.js';
import { seedInstallation } from '../support/upgrade/seed-installation.js';
import { LoadGenerator } from '../support/upgrade/load-generator.js';
import { Person } from '../support/upgrade/person.js';
import {
  addNewFeatureData,
  expectNewFeatureData,
  useNewFeatureData,
} from '../support/upgrade/new-feature-data.js';

const release = findRelease('0.9.0');
/** Acknowledged requests in each phase. */
const enough = 150;

let database: TestDatabase;
let directory: DataDirectory;
let observer: Observer;
let program: string;

/** Of printers that the server asks itself: there are none here. */
const unused = ['feed_jobs', 'feed_passed_over', 'feed_places'];
/** A job adds its rows up, and removes them. */
const addedUp = 'project_plantings';

async function emptyTables(): Promise<string[]> {
  const tables = await observer.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const empty: string[] = [];
  for (const { name } of tables)
    if (name !== addedUp && (await observer.count(`from (select from ${name} limit 1) one`)) === 0)
      empty.push(name);
  return empty;
}

/** Waits until nothing is queued. What is due later is run at once. */
async function untilJobsAreDone(): Promise<void> {
  await until(
    'all jobs to be done',
    async () => {
      await observer.query(retryJobs);
      return observer.query(listJobs);
    },
    (jobs) => jobs.length === 0,
  );
}

describe.skipIf(release.commit === undefined)(`0.9${release.note}`, () => {
  beforeAll(async () => {
    program = await installRelease(release.version);
    database = await createTestDatabase({ empty: true });
    const place = await createDataDirectory('regrove-upgrade-');
    directory = {
      ...place,
      env: {
        ...place.env,
        REGROVE_DATABASE_URL: database.url,
        REGROVE_LOG_ORIGIN: 'upgrade.example/log',
      },
    };
    observer = new Observer({ connectionString: database.url });
  }, 900_000);
  afterAll(async () => {
    await observer.close();
    await directory.remove();
    await database.drop();
  });

  it('is replaced by this version under load and comes back, and nothing is lost, doubled or refused', async () => {
    const begun = new Date();
    const old = new Processes(directory, program);
    const present = new Processes(directory);
    const start = async (version: Processes): Promise<void> => {
      version.start('server', 'serve');
      await version.isUp('server');
    };
    const stop = async (version: Processes): Promise<void> => {
      const problems = version.unexpectedExits.map(({ stderr }) => stderr);
      for (const { code, stderr } of await version.stopAll()) if (code !== 0) problems.push(stderr);
      expect(problems).toEqual([]);
    };
    let month = readMonth('2001-01');
    /** While the others go on. */
    const closeWith = async (version: Processes): Promise<void> => {
      const closing = isoMonth(month);
      month = addMonths(month, 1);
      const fulfilling = version.command('carbon', 'fulfil');
      await version.command('month', 'close', closing);
      await version.command('month', 'bill', closing);
      await fulfilling;
    };

    await start(old);
    const { members, around } = await seedInstallation(directory, old, 5);
    const [newcomer, ...users] = members;
    if (!newcomer) throw new Error('There are too few accounts');
    const person = new Person();
    await person.signIn(old, newcomer.id);
    const load = new LoadGenerator({ members: users, around }, new Random(), () => month);

    /** Whether everything that anybody did is there, once, and all of it adds up. */
    const expectWhole = async (): Promise<void> => {
      await load.stop();
      expect(load.serverErrors).toEqual([]);
      await observer.query(`select graphile_worker.add_job('refresh-standings')`);
      await observer.query(`select graphile_worker.add_job('send-mail')`);
      await untilJobsAreDone();
      expect(await Promise.all(load.clients.map((client) => checkResources(client, begun)))).toEqual(
        load.clients.map(() => []),
      );
      expect(
        await findAuditMismatches(
          observer,
          users.map(({ id }) => id),
        ),
      ).toEqual([]);
      await untilLogIsComplete(observer);
      const { url, agent } = await present.connection();
      await expectEveryCertificate(observer, await auditorOf(new URL(url).origin, agent).audit());
      const failed = `select kind, last_error from mails where state in ('failed', 'unsure')`;
      expect(await observer.query(failed)).toEqual([]);
      const doctor = await regrove(['doctor', '--ledger'], directory.env);
      expect(doctor).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAIL') });
      load.start();
    };

    await load.moveTo(old);
    load.start();
    await load.goOn(2 * enough);
    await closeWith(old);
    await closeWith(old);
    expect(await emptyTables()).toEqual(unused);

    // It migrates while the other version serves all the requests, and then both do.
    await start(present);
    await load.moveTo(old, present);
    await load.goOn(enough);
    await closeWith(old);
    await load.goOn(enough / 2);
    await closeWith(present);
    await load.goOn(enough / 2);

    await person.expectSignedIn(present);
    await load.moveTo(present);
    await stop(old);
    await load.goOn(enough);
    await expectWhole();
    const novelties = await addNewFeatureData(directory, present, newcomer, {
      month,
      close: () => closeWith(present),
    });

    // Back to the earlier version, and forth again.
    await start(old);
    await load.moveTo(old);
    await stop(present);
    await load.goOn(enough);
    await person.expectSignedIn(old);
    await useNewFeatureData(old, newcomer.key, novelties);
    // Its mail is of a kind that only this version can write.
    const withdrawal = ['withdraw', novelties.billedId, '--account', newcomer.id, '--reason', 'A duplicate'];
    await present.command('offsets', ...withdrawal);
    const refused = `from mails where kind = 'credit-note' and state = 'failed'`;
    await until('0.9 to try', async () => (await observer.count(refused)) === 1);
    await closeWith(old);
    const doctor = await regrove(['doctor'], directory.env, { program });
    expect(doctor).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAIL') });
    await start(present);
    await load.moveTo(present);
    await stop(old);
    await load.goOn(enough / 2);
    await closeWith(present);
    await expectWhole();
    await expectNewFeatureData(present, newcomer.key, novelties);
    await load.stop();
    await stop(present);
  }, 900_000);
});
