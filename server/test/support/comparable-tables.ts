import type { TestServer } from './test-server.js';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * The rows of all tables, for comparison with those of another installation: in the order in which they were made, with numbers
 * instead of ids, and without what is random or by the machine's clock.
 */
export async function withoutIdsAndSecrets(
  server: Pick<TestServer, 'sql'>,
): Promise<Record<string, readonly string[]>> {
  const tables = await server.sql<{ name: string; key: string | null; secrets: string[] }>(
    `select relname as name,
       (select string_agg(quote_ident(attname), ', ' order by array_position(indkey::smallint[], attnum))
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as key,
       array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and atttypid = 'bytea'::regtype) as secrets
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`,
  );
  const numbers = new Map<string, number>();
  const numbered = (id: string): string => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `#${number}`;
  };
  const found: Record<string, string[]> = {};
  // Ids sort in the order of their creation. Accounts first, so that their numbers do not depend on what refers to them.
  for (const { name, key, secrets } of tables.toSorted(
    (one, other) => Number(other.name === 'accounts') - Number(one.name === 'accounts'),
  )) {
    const rows = await server.sql<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t ${key === null ? '' : `order by ${key}`}`,
      [secrets],
    );
    found[name] = rows.map(({ row }) => row.replaceAll(uuid, numbered));
  }
  return found;
}
