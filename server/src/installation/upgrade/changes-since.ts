import type pg from 'pg';
import type { UpgradeRecord } from '../../database/embedded-postgres/index.js';
import { listSandboxSchemas } from '../../database/sandbox-schema.js';
import { listTables } from '../backup/catalog-store.js';
import { currentTransaction, rowsSince } from './cluster-catalog-store.js';
import { liveSchema } from './schema-copy.js';

/** What was written to a table since the upgrade. */
export interface TableChange {
  /** With the schema, if it is that of a sandbox. */
  readonly table: string;
  /** Rows that are new or were changed. */
  readonly written: number;
  /** Rows that were changed or deleted. */
  readonly lost: number;
}

const shortNumbers = 2 ** 31;

/** The tables that were written to since an upgrade; undefined if that cannot be told any more. */
export async function changesSince(
  client: pg.ClientBase,
  { transaction, rows }: UpgradeRecord,
): Promise<TableChange[] | undefined> {
  if (Number(await currentTransaction(client)) >= shortNumbers) return undefined;
  const changes: TableChange[] = [];
  const left = new Map(Object.entries(rows));
  for (const schema of [liveSchema, ...(await listSandboxSchemas(client))]) {
    await client.query(`set search_path to ${client.escapeIdentifier(schema)}`);
    for (const { name } of await listTables(client)) {
      const key = keyOf(schema, name);
      const { written, unchanged } = await rowsSince(client, { schema, name }, transaction);
      const lost = (left.get(key) ?? 0) - unchanged;
      left.delete(key);
      if (written > 0 || lost > 0) changes.push({ table: key, written, lost });
    }
  }
  for (const [table, count] of left) if (count > 0) changes.push({ table, written: 0, lost: count });
  return changes;
}

export const keyOf = (schema: string, table: string): string =>
  schema === liveSchema ? table : `${schema}.${table}`;
