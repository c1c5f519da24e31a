import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Observer } from '../faults/observer.js';
import { residentBytes, type Site } from './site.js';

/** Of each table: its rows, and its bytes with indexes. */
export type TableSizes = Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>;

export interface Sizes {
  readonly databaseBytes: number;
  readonly dataDirBytes: number;
  readonly tables: TableSizes;
}

export async function measureSizes(observer: Observer, site: Site): Promise<Sizes> {
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

async function folderBytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((all, size) => all + size, 0);
}

/** The resident memory of the server and of the worker, sampled every day. */
export class MemorySamples {
  #samples: { server: number; worker: number }[] = [];

  async take(site: Site): Promise<void> {
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
