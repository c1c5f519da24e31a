import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilLogIsComplete } from '../complete-log.js';
import { Observer } from '../faults/observer.js';
import { until } from '../until.js';
import { sum, type CustomerBook } from './books.js';
import { describeTrouble } from './report.js';
import type { Incident, Year } from './year.js';

let databases = 1;

/** Everything moves to another database and another data directory, by a backup, and nothing is lost. */
export const moveByRestore: Incident = {
  name: 'restore: moved to another database',
  time: 'night',
  async happen(year) {
    const { site } = year;
    const file = backupFile(year);
    await site.stop();
    await site.run('backup', file);
    const before = site.dataDir;
    await site.newDataDir();
    await restore(year, file);
    await copyFile(join(before, 'log-signed'), join(site.dataDir, 'log-signed'));
    await requireHealthy(year);
    await site.start();
    return { clients: 'nobody was there', result: 'nothing was lost' };
  },
};

/**
 * The database is lost, and a backup from the evening before is all there is. What was acknowledged since is lost with it, except what
 * devices have counted. The data directory, on another disk, proves that the log has signed more: it goes on under another name.
 */
export const restoreAfterLoss: Incident = {
  name: 'restore: the database was lost, and a day with it',
  time: 'night',
  async happen(year) {
    const { site, traffic, log } = year;
    const file = backupFile(year);
    await site.run('backup', file);
    const books = year.customers.map(({ book }) => structuredClone(book));
    await year.live();
    await untilLogIsComplete(year.observer);
    await log.look();
    const known = sum(year.customers.map(({ book }) => countKnown(book)));
    await site.kill();
    const observed = traffic.observe();
    const waiting = traffic.read(year.customers[0]?.channel.key ?? '', '/account');
    await dropDatabase(year);
    await restore(year, file);
    for (const [index, customer] of year.customers.entries()) customer.book = books[index] ?? customer.book;
    const lost = known - sum(year.customers.map(({ book }) => countKnown(book)));
    await site.start();
    await until('the log to be halted', async () => {
      const { body } = await traffic.page('/health/ready');
      return (JSON.parse(body.toString()) as { log_halted?: boolean }).log_halted === true;
    });
    const doctor = await site.try('doctor');
    if (doctor.code === 0) year.problems.push('doctor did not notice that the log has signed more');
    await waiting;
    await renameLog(year);
    return {
      clients: describeTrouble(observed()),
      result: `${lost} resources of the last day lost, and no page counted by a device`,
    };
  },
};

const backupFile = ({ folder }: Year): string => join(folder, `year-${databases}.backup`);

/** Restores into a new database, which is used from then on. */
async function restore(year: Year, file: string): Promise<void> {
  year.site.database = await year.cluster.createDatabase(`regrove_${++databases}`);
  await year.site.run('restore', file);
  await year.observer.close();
  year.observer = new Observer({ connectionString: year.site.database.proxyUrl });
}

async function requireHealthy({ site, problems }: Year): Promise<void> {
  const { code, stdout, stderr } = await site.try('doctor', '--ledger');
  if (code !== 0) problems.push(`after a restore: ${stdout}${stderr}`);
}

async function dropDatabase({ site, cluster, observer }: Year): Promise<void> {
  await observer.close();
  const name = new URL(site.database.proxyUrl).pathname.slice(1);
  await cluster.dropDatabase(name);
}

async function renameLog(year: Year): Promise<void> {
  const { site, log, observer } = year;
  const former = site.logOrigin;
  const [state] = await observer.query<{ size: number }>('select size::int from log_state');
  await site.stop();
  site.logOrigin = `${former}-${databases}`;
  await site.run('log', 'restart', '--origin', site.logOrigin);
  log.forget(former, state?.size ?? 0);
  await requireHealthy(year);
  await site.start();
}

const countKnown = ({ deposits, offsets, carbon }: CustomerBook): number =>
  deposits.size + offsets.size + carbon.size;
