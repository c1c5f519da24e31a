import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { copyFolder } from './copy-folder.js';
import { signalIfAlive, withChildren } from './process-tree.js';

/** A separate PostgreSQL with a migrated database that can be frozen: it then accepts connections but never responds. */
export interface FreezablePostgres {
  readonly url: string;
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startFreezablePostgres(): Promise<FreezablePostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'regrove-frozen-'));
  await copyFolder(`${databaseDirectory(inject('prepared').migrated)}/.`, directory);
  const postgres = await openEmbeddedPostgres({ directory, settings: { fsync: 'off' } });
  const { host, port, user, database } = postgres.connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  const frozen = new Set<number>();
  const thaw = (): void => {
    for (const pid of frozen) signalIfAlive(pid, 'SIGCONT');
    frozen.clear();
  };
  return {
    url: `postgresql:///${database}?${query.toString()}`,
    async freeze() {
      const file = join(directory, 'cluster', 'postmaster.pid');
      const postmaster = Number.parseInt(await readFile(file, 'utf8'), 10);
      for (const pid of await withChildren(postmaster)) {
        signalIfAlive(pid, 'SIGSTOP');
        frozen.add(pid);
      }
    },
    thaw,
    async stop() {
      thaw();
      await postgres.release();
      await rm(directory, { recursive: true });
    },
  };
}
