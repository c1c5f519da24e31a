import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import { loadEveryStatement } from '../support/every-statement.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// If an installation outgrows one database, Citus can distribute its tables by account (see docs/scale.md). That is
// possible only if the schema follows these rules, which are checked here with plain PostgreSQL.

/** Reference tables, complete on every node: read by all accounts, rarely written. */
const references = new Set([
  'accounts',
  'carbon_lots',
  'carbon_projects',
  'forestry_projects',
  'methodologies',
  'project_pictures',
]);

/** Only on the coordinator: no API request waits for these. */
const local = new Set(['invoice_numbers', 'migrations', 'month_ends']);

/** These use only their own row, so it does not matter on which node they run. */
const triggerFunctions = new Set(['refuse_change', 'refuse_delete']);

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly columns: string[];
  readonly targets: string[];
}

await loadEveryStatement();

let server: TestServer;
let distributed: Set<string>;
beforeAll(async () => {
  server = await startTestServer();
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  distributed = new Set(
    tables.map(({ name }) => name).filter((name) => !references.has(name) && !local.has(name)),
  );
});
afterAll(() => server.stop());

const foreignKeys = () =>
  server.sql<ForeignKey>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
       array(select attname::text from unnest(conkey) with ordinality k (at, n)
         join pg_attribute on attrelid = conrelid and attnum = at order by n) as columns,
       array(select attname::text from unnest(confkey) with ordinality k (at, n)
         join pg_attribute on attrelid = confrelid and attnum = at order by n) as targets
     from pg_constraint where contype = 'f'`,
  );

describe('A schema that can be distributed by account', () => {
  it('has only tables that are distributed by account_id, reference tables or local tables', async () => {
    const keyed = await server.sql<{ name: string }>(
      `select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'account_id' and attnotnull`,
    );
    expect(distributed.size).toBeGreaterThan(20);
    expect([...distributed].sort()).toEqual(keyed.map(({ name }) => name).sort());
  });

  it('has account_id in every unique key and exclusion constraint of a distributed table', async () => {
    const keys = await server.sql<{ table: string; index: string }>(
      `select indrelid::regclass::text as table, indexrelid::regclass::text as index from pg_index
       where (indisunique or indisexclusion) and not exists (
         select from unnest(indkey[0:indnkeyatts - 1]) at join pg_attribute on attrelid = indrelid and attnum = at
         where attname = 'account_id')`,
    );
    expect(keys.filter(({ table }) => distributed.has(table))).toEqual([]);
  });

  it('has foreign keys only within an account or to a reference table', async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(10);
    const broken = keys.filter(({ from, to, columns, targets }) => {
      if (!distributed.has(to)) return distributed.has(from) && !references.has(to);
      return !distributed.has(from) || targets[columns.indexOf('account_id')] !== 'account_id';
    });
    expect(broken).toEqual([]);
  });

  it('has triggers that use only their own row', async () => {
    const triggers = await server.sql<{ called: string }>(
      `select distinct proname as called from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    );
    expect(new Set(triggers.map(({ called }) => called))).toEqual(triggerFunctions);
  });

  it('has no sequence in a distributed table', async () => {
    const numbered = await server.sql<{ table: string }>(
      `select attrelid::regclass::text as table from pg_attribute
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval%'`,
    );
    expect(numbered.filter(({ table }) => distributed.has(table))).toEqual([]);
  });

  it('has no statement that moves a row to another account', () => {
    const moving = declaredStatements().filter(({ text }) =>
      /\bset\s+[^;]*?\baccount_id\s*=/i.test(updates(text)),
    );
    expect(moving.map(({ text }) => text)).toEqual([]);
  });
});

/** The assignments of an update: from `set` to the next clause. */
const updates = (text: string): string =>
  [...text.matchAll(/\bset\b[\s\S]*?(?=\b(from|where|returning)\b|$)/gi)].map(([part]) => part).join('\n');
