import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Observer } from '../faults/observer.js';
import { residentBytes, type Deployment } from './deployment.js';

/** Of each table: its rows, and its bytes with indexes. */
export type TableSizes = Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>;

export interface Sizes {
  readonly databaseBytes: number;
  readonly dataDirBytes: number;
  readonly tables: TableSizes;
}

export async function measureSizes(observer: Observer, site: Deployment): Promise<Sizes> {
  const tables = await observer.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(pg_class.oid)::float8 as bytes
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'graphile_worker')`,
  );
  const sizes: Record<string, { rows: number; bytes: number }> = {};
  for (const { name, bytes } of tables) {
    const isQueue = name.startsWith('_private');
    sizes[name] = { rows: await observer.count(`from ${isQueue ? 'graphile_worker.' : ''}${name}`), bytes };
  }
  const [{ bytes } = { bytes: 0 }] = await observer.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return { databaseBytes: bytes, dataDirBytes: await folderBytes(site.dataDir), tables: sizes };
}

/** Servers replace files meanwhile. */
async function statIfExists(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function folderBytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files.filter((entry) => entry.isFile())) {
    bytes += (await statIfExists(join(file.parentPath, file.name)))?.size ?? 0;
  }
  return bytes;
}

/** The resident memory of the server and of the worker, sampled every day. */
export class MemorySamples {
  #samples: { server: number; worker: number }[] = [];

  async take(site: Deployment): Promise<void> {
    const [server, worker] = [await residentBytes(site.serverPid), await residentBytes(site.workerPid)];
    this.#samples.push({ server, worker });
  }

  /** The highest of a month, and begins the next one. */
  endMonth(): { server: number; worker: number } {
    const samples = this.#samples;
    this.#samples = [];
    return {
      server: Math.max(0, ...samples.map(({ server }) => server)),
      worker: Math.max(0, ...samples.map(({ worker }) => worker)),
    };
  }
}
