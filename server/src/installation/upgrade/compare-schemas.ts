import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { copyOut } from '../../database/copy.js';
import { appliedMigrations } from '../../database/migrate.js';
import { listPartitions } from '../../database/partitions/copy-partitions.js';
import { queueParts } from '../../database/queue-tables-store.js';
import { beginCopyStatements, copyOutStatement, listSequences, listTables } from '../backup/catalog-store.js';
import { RowSums } from './row-sums.js';
import type { SchemaCopy } from './schema-copy.js';

/** Throws unless the database has exactly the rows, sequences and partitions of the copies. Reads all of it. */
export async function compareSchemas(
  client: pg.ClientBase,
  copies: readonly SchemaCopy[],
  onRows: (rows: number) => void,
): Promise<void> {
  for (const copy of copies) {
    await client.query(beginCopyStatements);
    try {
      await client.query(`set local search_path to ${client.escapeIdentifier(copy.schema)}`);
      const different = await differences(client, copy, onRows);
      if (different.length > 0)
        throw new Error(
          `The new database differs from the former one (${different.join(', ')}): please report this. Nothing was changed`,
        );
    } finally {
      await client.query('rollback').catch(() => undefined);
    }
  }
}

async function differences(
  client: pg.ClientBase,
  copy: SchemaCopy,
  onRows: (rows: number) => void,
): Promise<string[]> {
  const { schema, tables } = copy;
  const different: string[] = [];
  const check = (what: string, found: unknown, wanted: unknown): void => {
    if (!isDeepStrictEqual(found, wanted)) different.push(`${schema}: ${what}`);
  };
  check('migrations', await appliedMigrations(client), copy.migrations);
  check('partitions', await listPartitions(client), copy.partitions);
  check('sequences', await listSequences(client), copy.sequences);
  const queued = queueParts.map(({ name }) => name);
  check(
    'tables',
    (await listTables(client)).map(({ name }) => name),
    [...tables.keys()].filter((name) => !queued.includes(name)),
  );
  if (different.length > 0) return different;
  const sums = new RowSums();
  for (const [name, wanted] of tables) {
    const { columns } = wanted;
    const options = { withSandboxes: true };
    const text =
      queueParts.find((part) => part.name === name)?.copyOut(options) ??
      copyOutStatement(client, { name, columns }, options);
    sums.add({ entry: 'table', name, columns }, Buffer.alloc(0));
    for await (const body of copyOut(client, text)) {
      const before = sums.rows;
      sums.add({ entry: 'rows', bytes: body.length }, body);
      onRows(sums.rows - before);
    }
    check(`rows of ${name}`, sums.tables.get(name), wanted);
  }
  return different;
}
