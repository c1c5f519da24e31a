import { join } from 'node:path';
import type pg from 'pg';
import { appliedMigrations, migrationFiles } from '../../database/migrate.js';
import { listPartitions, type Partition } from '../../database/partitions/copy-partitions.js';
import { listSandboxSchemas } from '../../database/sandbox-schema.js';
import { invalid } from '../../platform/errors.js';
import { formatVersion, type EndEntry } from '../backup/backup-format.js';
import { beginCopyStatements, listSequences, type Sequence } from '../backup/catalog-store.js';
import { partsOfDatabase } from '../backup/take-backup.js';
import { writeBackup, type Part } from '../backup/write-backup.js';
import { KnownSchemas } from './known-schema.js';
import { RowSums, type TableSum } from './row-sums.js';

/** Of live accounts. */
export const liveSchema = 'public';

/** A schema of the former database, and the backup that it is in. */
export interface SchemaCopy {
  readonly schema: string;
  readonly file: string;
  readonly end: EndEntry;
  readonly migrations: readonly string[];
  readonly tables: ReadonlyMap<string, TableSum>;
  readonly sequences: readonly Sequence[];
  readonly partitions: readonly Partition[];
}

export interface CopyProgress {
  readonly folder: string;
  readonly regrove: string;
  readonly now: Date;
  readonly onRows: (rows: number) => void;
}

/** Backs up the live schema, then those of sandboxes, each into a file. Nobody else uses the database. */
export async function copySchemas(client: pg.ClientBase, progress: CopyProgress): Promise<SchemaCopy[]> {
  await requireKnownSchema(client);
  const plans = await planCopies(client);
  const copies: SchemaCopy[] = [];
  for (const plan of plans) copies.push(await copySchema(client, plan, progress));
  return copies;
}

interface CopyPlan {
  readonly schema: string;
  readonly migrations: readonly string[];
  /** Tables and sequences that Regrove has not made. */
  readonly except: ReadonlySet<string>;
}

/** For all schemas before the first is copied, because it may throw. Without those of sandboxes whose creation was interrupted. */
async function planCopies(client: pg.ClientBase): Promise<CopyPlan[]> {
  const known = new KnownSchemas(client);
  const plans: CopyPlan[] = [];
  for (const schema of [liveSchema, ...(await listSandboxSchemas(client))]) {
    await client.query(`set search_path to ${client.escapeIdentifier(schema)}`);
    const migrations = await appliedMigrations(client);
    if (migrations.length === 0) continue;
    plans.push({ schema, migrations, except: await known.unknownObjectsIn(schema, migrations) });
  }
  await client.query('reset search_path');
  return plans;
}

async function requireKnownSchema(client: pg.ClientBase): Promise<void> {
  const applied = await appliedMigrations(client);
  if (applied.length === 0) throw invalid('There is nothing to upgrade: the database is empty');
  const known = await migrationFiles();
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw invalid(
      `A later version of Regrove has migrated the database, and this one does not know its schema (${unknown.join(', ')}): ` +
        'upgrade it with that version',
    );
}

async function copySchema(
  client: pg.ClientBase,
  { schema, migrations, except }: CopyPlan,
  { folder, regrove, now, onRows }: CopyProgress,
): Promise<SchemaCopy> {
  const file = join(folder, `${schema}.backup`);
  await client.query(beginCopyStatements);
  try {
    await client.query(`set local search_path to ${client.escapeIdentifier(schema)}`);
    const sums = new RowSums();
    async function* parts(): AsyncGenerator<Part, void, undefined> {
      yield {
        entry: {
          entry: 'regrove-backup',
          format: formatVersion,
          regrove,
          taken_at: now.toISOString(),
          migrations,
        },
      };
      const options = { withSandboxes: true, isSandbox: schema !== liveSchema, except };
      for await (const part of partsOfDatabase(client, options)) {
        const before = sums.rows;
        sums.add(part.entry, part.body ?? Buffer.alloc(0));
        if (sums.rows > before) onRows(sums.rows - before);
        yield part;
      }
    }
    const end = await writeBackup(file, parts());
    const sequences = (await listSequences(client)).filter(({ name }) => !except.has(name));
    const partitions = (await listPartitions(client)).filter(({ table }) => !except.has(table));
    return { schema, file, end, migrations, tables: sums.tables, sequences, partitions };
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}
