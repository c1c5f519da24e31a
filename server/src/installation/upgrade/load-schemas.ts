import type pg from 'pg';
import {
  prepareApplicationRole,
  prepareLogin,
  type ApplicationLogin,
} from '../../database/application-role.js';
import type { Pool } from '../../database/database.js';
import { applyMigration } from '../../database/migrate.js';
import { recreatePartitions } from '../../database/partitions/copy-partitions.js';
import { migrateQueue } from '../../database/queue-schema.js';
import { migrateSchema } from '../../database/sandbox-schema.js';
import { loadParts, requireKnownTables } from '../backup/load-parts.js';
import { analyzePartitionedTables } from '../backup/load-store.js';
import { liveSchema, type SchemaCopy } from './schema-copy.js';

/** Restores the schemas into an empty database, as they were: with their migrations, and no later ones. */
export async function loadSchemas(
  pool: Pool,
  copies: readonly SchemaCopy[],
  { login, onRows }: { login: ApplicationLogin; onRows: (rows: number) => void },
): Promise<void> {
  await pool.withClient(async (client) => {
    for (const copy of copies) {
      await inSchema(client, copy.schema, async () => {
        await createTables(client, copy);
        await recreatePartitions(client, copy.partitions);
        // The queue library runs its own transactions.
        if (copy.schema === liveSchema) await migrateQueue(pool.driver);
        await requireKnownTables(client, copy.file, copy.end);
        await loadParts(client, copy.file, copy.end, onRows);
        await analyzePartitionedTables(client, copy.partitions);
      });
      if (copy.schema !== liveSchema) continue;
      // Before sandboxes, which grant it rights.
      await prepareApplicationRole(client);
      await prepareLogin(client, login);
    }
  });
}

async function createTables(client: pg.ClientBase, { schema, migrations }: SchemaCopy): Promise<void> {
  if (schema !== liveSchema) return migrateSchema(client, schema, migrations);
  for (const name of migrations) await applyMigration(client, name);
}

/** In a transaction that uses this schema, and creates it if it is that of a sandbox. */
async function inSchema(client: pg.ClientBase, schema: string, work: () => Promise<void>): Promise<void> {
  const name = client.escapeIdentifier(schema);
  try {
    await client.query('begin');
    if (schema !== liveSchema) await client.query(`create schema ${name}`);
    await client.query(`set local search_path to ${name}`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
