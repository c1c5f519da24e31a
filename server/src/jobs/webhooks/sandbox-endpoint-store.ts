import type { Database } from '../../database/database.js';
import { idOfSchema, sandboxSchemaPattern } from '../../database/sandbox-schema-name.js';
import { statement } from '../../database/statement.js';

const select = statement<{ schema: string }>(`
  select nspname as schema from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relname = 'webhook_endpoints' and relkind = 'r' and nspname ~ '${sandboxSchemaPattern}' and pg_relation_size(pg_class.oid) > 0`);

/** The ids of sandboxes that have, or had, endpoints: without reading their tables, of which there are thousands. */
export const sandboxesWithEndpoints = async (db: Database): Promise<string[]> =>
  (await db.rows(select)).map(({ schema }) => idOfSchema(schema));
