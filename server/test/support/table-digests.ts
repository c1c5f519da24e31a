import type { TestServer } from './test-server.js';

/**
 * A digest of the rows of every table: if it is equal before and after, nothing changed. Excludes when keys were last
 * used, which is recorded for every request.
 */
export async function tableDigests(server: Pick<TestServer, 'sql'>): Promise<Record<string, string>> {
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as digest from (select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t) as rows`,
  );
  const rows = await server.sql<{ name: string; digest: string }>(digests.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
