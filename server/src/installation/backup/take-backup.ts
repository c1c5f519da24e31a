import type pg from 'pg';
import { copyOut } from '../../database/copy.js';
import { hasQueue, queueParts } from '../../database/queue-tables-store.js';
import type { Pool } from '../../database/database.js';
import { appliedMigrations } from '../../database/migrate.js';
import { beginSnapshot } from '../../database/snapshot.js';
import { detectLayout } from '../../database/store-layout.js';
import { invalid } from '../../platform/errors.js';
import { formatVersion, type Manifest, type TableEntry } from './backup-format.js';
import {
  beginCopyStatements,
  copyOutStatement,
  listSequences,
  listTables,
  type CopyOptions,
} from './catalog-store.js';
import { readDataFiles, withEarlierKeys } from './data-files.js';
import { writeBackup, type Part } from './write-backup.js';

export interface BackupOptions {
  readonly dataDir: string;
  readonly file: string;
  /** Replace an existing file. */
  readonly force: boolean;
  /** The version of Regrove. */
  readonly regrove: string;
  readonly now: Date;
  /** False: leaves out the files of the data directory, so that the key to the encrypted data is not in the backup. */
  readonly withSecrets: boolean;
}

export interface TakenBackup extends Manifest {
  /** How long writes were paused; undefined on a single PostgreSQL, where they are not. */
  readonly pausedMs: number | undefined;
}

/** Writes a consistent snapshot to a file, while the installation stays in use. */
export const takeBackup = (pool: Pool, options: BackupOptions): Promise<TakenBackup> =>
  pool.withClient(async (client) => {
    const earlier = options.withSecrets ? await readDataFiles(options.dataDir) : [];
    const layout = await detectLayout(client);
    const pausedMs = await beginSnapshot(pool, client, { begin: beginCopyStatements, layout });
    try {
      const migrations = await appliedMigrations(client);
      if (migrations.length === 0) throw invalid('There is nothing to back up: the database is empty');
      const files = options.withSecrets ? withEarlierKeys(await readDataFiles(options.dataDir), earlier) : [];
      const taken_at = options.now.toISOString();
      const start = { format: formatVersion, regrove: options.regrove, taken_at, migrations };
      async function* parts(): AsyncGenerator<Part, void, undefined> {
        yield { entry: { entry: 'regrove-backup', ...start } };
        for (const { name, content } of files) {
          const body = Buffer.from(content);
          yield { entry: { entry: 'file', name, bytes: body.length }, body };
        }
        yield* partsOfDatabase(client);
      }
      const { files: written, tables, sha256 } = await writeBackup(options.file, parts(), options);
      return { regrove: options.regrove, taken_at, migrations, files: written, tables, sha256, pausedMs };
    } finally {
      // Fails if the connection was closed in the middle of a table; then there is nothing to roll back.
      await client.query('rollback').catch(() => undefined);
    }
  });

/** All that the current schema has: the live one with the job queue, or that of a sandbox. */
export async function* partsOfDatabase(
  client: pg.ClientBase,
  options: CopyOptions & { readonly isSandbox?: boolean } = {},
): AsyncGenerator<Part, void, undefined> {
  const { except = new Set<string>() } = options;
  for (const table of await listTables(client)) {
    if (except.has(table.name)) continue;
    yield* partsOfTable(client, { entry: 'table', ...table }, copyOutStatement(client, table, options));
  }
  if (options.isSandbox !== true && (await hasQueue(client))) {
    for (const { name, columns, copyOut: text } of queueParts)
      yield* partsOfTable(client, { entry: 'table', name, columns }, text(options));
  }
  for (const sequence of await listSequences(client))
    if (!except.has(sequence.name)) yield { entry: { entry: 'sequence', ...sequence } };
}

async function* partsOfTable(
  client: pg.ClientBase,
  entry: TableEntry,
  copy: string,
): AsyncGenerator<Part, void, undefined> {
  yield { entry };
  for await (const body of copyOut(client, copy)) {
    yield { entry: { entry: 'rows', bytes: body.length }, body };
  }
}
