import type { TestServer } from './test-server.js';

/** Every table's name with a digest of its rows: equal before and after means that nothing changed. */
export async function contentsOf(server: TestServer): Promise<Record<string, string>> {
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t`,
  );
  const rows = await server.sql<{ name: string; digest: string }>(digests.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
