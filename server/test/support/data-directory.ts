import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment, Running } from './regrove-process.js';
import { until } from './until.js';

/** A data directory of its own, with the embedded database below it. */
export interface DataDirectory {
  readonly path: string;
  /** What makes a process use it, on any free ports. */
  readonly env: Environment;
  /** Processes that may still be at work in it when a test fails half-way. */
  readonly processes: Running[];
  /** The process number of its database server while that lives. */
  postmaster(): Promise<number | undefined>;
  /** Removes it once its database has stopped. */
  remove(): Promise<void>;
}

export async function createDataDirectory(prefix = 'regrove-serve-'): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  const postmaster = async (): Promise<number | undefined> => {
    const file = join(path, 'postgres', 'cluster', 'postmaster.pid');
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    return Number.isInteger(pid) && (await isAlive(pid)) ? pid : undefined;
  };
  const processes: Running[] = [];
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

/** Whether a process can still act; a zombie that nobody has collected cannot. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(stat);
}
