import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyFolder } from './copy-folder.js';
import type { Environment, RecordedProcess } from './regrove-process.js';
import { until } from './until.js';

/** A separate data directory that contains the embedded database. */
export interface DataDirectory {
  readonly path: string;
  /** The settings for a process to use it, on any free ports. */
  readonly env: Environment;
  /** Processes that may still be running when a test fails. */
  readonly processes: RecordedProcess[];
  /** The process id of its database server while that is alive. */
  postmaster(): Promise<number | undefined>;
  /** Removes it once its database has stopped. */
  remove(): Promise<void>;
}

export interface UsedDataDirectory extends DataDirectory {
  /** Of its one account, a distributor. */
  readonly key: string;
}

/** As left by an earlier server. */
export async function createUsedDataDirectory(): Promise<UsedDataDirectory> {
  const { used, key } = inject('prepared');
  return { ...(await copyOf(used)), key };
}

/** With a database that contains no accounts yet. */
export const createMigratedDataDirectory = (): Promise<DataDirectory> => copyOf(inject('prepared').migrated);

async function copyOf(dataDir: string): Promise<DataDirectory> {
  const directory = await createDataDirectory();
  await copyFolder(`${dataDir}/.`, directory.path);
  return directory;
}

/** An empty one, as before the first start. */
export async function createDataDirectory(prefix = 'regrove-serve-'): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  const postmaster = async (): Promise<number | undefined> => {
    const file = join(path, 'postgres', 'cluster', 'postmaster.pid');
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    return Number.isInteger(pid) && (await isAlive(pid)) ? pid : undefined;
  };
  const processes: RecordedProcess[] = [];
  return {
    path,
    env: {
      REGROVE_DATA_DIR: path,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_RATE_LIMIT: '0',
      REGROVE_LOG_LEVEL: 'warn',
    },
    processes,
    postmaster,
    async remove() {
      for (const one of processes) await one.stop('SIGKILL');
      const left = await postmaster();
      if (left !== undefined) {
        process.kill(left, 'SIGINT');
        await until(`process ${left} to be gone`, async () => !(await isAlive(left)));
      }
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Whether a process is alive. A zombie is not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(stat);
}
