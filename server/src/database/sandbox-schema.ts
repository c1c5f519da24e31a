import type pg from 'pg';
import { applicationRole, applicationRoleName } from './application-role.js';
import type { Pool } from './database.js';
import { unavailable } from '../platform/errors.js';
import { appliedMigrations, applyMigration, migrationFiles, withSchemaLock } from './migrate.js';
import { idOfSchema, sandboxSchemaPattern, schemaOfSandbox } from './sandbox-schema-name.js';

/** With all tables, empty. */
export const createSandboxSchema = (pool: Pool, id: string): Promise<void> =>
  pool.withClient((client) =>
    withSchemaLock(client, () =>
      inTransaction(client, async () => {
        await client
          .query(`create schema ${client.escapeIdentifier(schemaOfSandbox(id))}`)
          .catch((error: unknown) => {
            throw isForbidden(error) ? noRights() : error;
          });
        await migrateSchema(client, schemaOfSandbox(id));
      }),
    ),
  );

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501';

const noRights = (): Error =>
  unavailable(
    'Sandboxes cannot be created here: the login of the database may not create schemas (see docs/sandboxes.md)',
  );

/** With all rows. Does nothing if there is none. */
export const dropSandboxSchema = (pool: Pool, id: string): Promise<void> =>
  pool.withClient((client) =>
    withSchemaLock(client, async () => {
      await client.query(`drop schema if exists ${client.escapeIdentifier(schemaOfSandbox(id))} cascade`);
    }),
  );

/** The ids of all sandboxes that have a schema, listed or not. */
export async function sandboxesWithSchema(pool: Pool): Promise<string[]> {
  const schemas = await pool.withClient(listSandboxSchemas);
  return schemas.map(idOfSchema);
}

/** The schemas of all sandboxes. */
export async function listSandboxSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_namespace
     where nspname ~ $1 and pg_has_role(nspowner, 'usage') order by 1`,
    [sandboxSchemaPattern],
  );
  return rows.map(({ schema }) => schema);
}

/** Applies pending migrations to all sandboxes, each in its own transaction. */
export const migrateSandboxes = (pool: Pool): Promise<void> =>
  pool.withClient((client) =>
    withSchemaLock(client, async () => {
      for (const schema of await listSandboxSchemas(client))
        await inTransaction(client, () => migrateSchema(client, schema));
    }),
  );

/** In the current transaction, which then uses the schema. `wanted`: instead of all migrations of this version. */
export async function migrateSchema(
  client: pg.ClientBase,
  schema: string,
  wanted?: readonly string[],
): Promise<void> {
  const name = client.escapeIdentifier(schema);
  await client.query(`set local search_path to ${name}`);
  const applied = new Set(await appliedMigrations(client));
  const pending = (wanted ?? (await migrationFiles())).filter((one) => !applied.has(one));
  if (pending.length === 0) return;
  for (const one of pending) await applyMigration(client, one);
  if ((await applicationRole(client)) === undefined) return;
  await client.query(`
    grant usage on schema ${name} to ${applicationRoleName};
    grant select, insert, update, delete on all tables in schema ${name} to ${applicationRoleName};
    grant usage on all sequences in schema ${name} to ${applicationRoleName};
    revoke update, delete on audit_entries from ${applicationRoleName}`);
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin');
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
