import type { Database } from '../../database/database.js';
import { schemaOfSandbox } from '../../database/sandbox-schema-name.js';
import { statement } from '../../database/statement.js';

const select = statement<{ id: string }>(`
  select id from unnest($1::uuid[], $2::text[]) as sandbox (id, endpoints) where pg_relation_size(to_regclass(endpoints)) > 0`);

/** Which of the sandboxes have, or had, endpoints: asked without opening their tables, of which there are thousands. */
export async function sandboxesWithEndpoints(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const tables = ids.map((id) => `${schemaOfSandbox(id)}.webhook_endpoints`);
  return new Set((await db.rows(select, [ids, tables])).map(({ id }) => id));
}
