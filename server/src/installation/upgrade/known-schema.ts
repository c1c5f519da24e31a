import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { applyMigration } from '../../database/migrate.js';
import { invalid } from '../../platform/errors.js';
import { listTables } from '../backup/catalog-store.js';
import { sequencesWithTables } from './cluster-catalog-store.js';

/** What migrations make. */
interface KnownSchema {
  /** Columns by table. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly sequences: ReadonlySet<string>;
}

/** Reads it from a schema that is made for this, and rolled back. Of several schemas, most have the same migrations. */
export class KnownSchemas {
  readonly #known = new Map<string, KnownSchema>();

  constructor(readonly client: pg.ClientBase) {}

  /**
   * The tables and sequences of the current schema that no migration has made. Throws if a table that one has made got further columns:
   * they would be missing in a copy.
   */
  async unknownObjectsIn(schema: string, migrations: readonly string[]): Promise<ReadonlySet<string>> {
    const known = await this.#madeBy(migrations);
    const strange = new Set<string>();
    await this.client.query(`set search_path to ${this.client.escapeIdentifier(schema)}`);
    for (const { name, columns } of await listTables(this.client)) {
      const expected = known.tables.get(name);
      if (!expected) strange.add(name);
      const added = expected ? columns.filter((column) => !expected.includes(column)) : [];
      if (added.length > 0)
        throw invalid(
          `The table ${schema}.${name} has columns that Regrove has not made, and that would be lost: ${added.join(', ')}. ` +
            'Move them into a table of your own, in a schema of your own. Nothing was changed',
        );
    }
    for (const { name, table } of await sequencesWithTables(this.client))
      if (!known.sequences.has(name) && !(table !== null && known.tables.has(table))) strange.add(name);
    return strange;
  }

  async #madeBy(migrations: readonly string[]): Promise<KnownSchema> {
    const key = migrations.join();
    const known = this.#known.get(key) ?? (await readFromDraft(this.client, migrations));
    this.#known.set(key, known);
    return known;
  }
}

async function readFromDraft(client: pg.ClientBase, migrations: readonly string[]): Promise<KnownSchema> {
  const draft = `draft_${randomBytes(8).toString('hex')}`;
  await client.query('begin');
  try {
    await client.query(`create schema ${draft}; set local search_path to ${draft}`);
    for (const name of migrations) await applyMigration(client, name);
    return {
      tables: new Map((await listTables(client)).map(({ name, columns }) => [name, columns])),
      sequences: new Set((await sequencesWithTables(client)).map(({ name }) => name)),
    };
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}
