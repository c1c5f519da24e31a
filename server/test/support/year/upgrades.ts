import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../regrove-process.js';
import { describeTrouble } from './report.js';
import type { Program } from './deployment.js';
import type { Incident } from './year.js';

const server = join(repository, 'server');

export const presentProgram: Program = { version: 'this version', path: join(server, 'bin', 'regrove.js') };

/** As docs/upgrading.md says for several servers: the schema, then one server after the other, then the workers. */
export const upgradeTo = (program: () => Promise<Program>): Incident => ({
  name: 'upgrade',
  time: 'day',
  async happen(year) {
    const { site, traffic } = year;
    const from = site.program.version;
    const next = await program();
    await traffic.useNewConnections();
    const observed = traffic.observe();
    const over = new AbortController();
    const working = (async () => {
      do await year.live();
      while (!over.signal.aborted);
    })();
    try {
      site.program = next;
      await site.run('migrate');
      await site.startServer();
      await site.startWorker();
    } finally {
      over.abort();
      await working;
    }
    const seen = observed();
    await traffic.keepConnections();
    if (seen.trouble.size > 0) year.problems.push(`clients noticed the upgrade: ${describeTrouble(seen)}`);
    return { clients: describeTrouble(seen), result: `from ${from} to ${next.version}` };
  },
});

/** What a next version might migrate, by the rules of docs/upgrading.md. */
const migrations = {
  '9001-column': `alter table deposits add column colour text not null default 'green'`,
  '9002-index': 'create index concurrently deposits_by_colour on deposits (account_id, colour)',
  '9003-table': 'create table leaves (id uuid primary key, colour text not null)',
};

export interface NextProgram {
  readonly program: Program;
  remove(): Promise<void>;
}

/** A copy of the present program as the next version would be: with another number, and migrations of its own. */
export async function createNextProgram(): Promise<NextProgram> {
  // Where it finds the packages that it imports. `npm ci` removes what is left there.
  const cache = join(repository, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'next-'));
  for (const name of ['bin', 'dashboard', 'dist', 'fonts', 'migrations'])
    await cp(join(server, name), join(folder, name), { recursive: true });
  const text = await readFile(join(server, 'package.json'), 'utf8');
  await writeFile(
    join(folder, 'package.json'),
    text.replace(/"version": "(\d+)[^"]*"/, '"version": "$1.99.0"'),
  );
  for (const [name, sql] of Object.entries(migrations))
    await writeFile(join(folder, 'migrations', `${name}.sql`), `${sql};\n`);
  return {
    program: { version: 'the next version', path: join(folder, 'bin', 'regrove.js') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
