import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import { tablePlacements, tablesPlaced } from '../../src/database/table-placement.js';
import { loadEveryStatement } from '../support/every-statement.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// If an installation outgrows one database, Citus can distribute its tables by account (see docs/scale.md). That is
// possible only if the schema follows these rules, which are checked here with plain PostgreSQL.

/** These use only their own row, so it does not matter on which node they run. */
const triggerFunctions = new Set(['refuse_change', 'refuse_delete']);

/** This one is dropped when the database is distributed. */
const droppedFunction = 'copy_account_status';

const references = new Set(tablesPlaced('reference'));
const distributed = new Set(tablesPlaced('tenant'));

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly columns: string[];
  readonly targets: string[];
}

await loadEveryStatement();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
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
  it('has an entry for every table that says where its rows are placed', async () => {
    const tables = await server.sql<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tablePlacements).sort());
  });

  it('distributes exactly the tables that have an account_id', async () => {
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
    expect(new Set(triggers.map(({ called }) => called))).toEqual(triggerFunctions.add(droppedFunction));
  });

  it('has no sequence in a distributed table', async () => {
    const numbered = await server.sql<{ table: string }>(
      `select attrelid::regclass::text as table from pg_attribute
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval%'`,
    );
    expect(numbered.filter(({ table }) => distributed.has(table))).toEqual([]);
  });

  it('has no statement that locks a row of a reference table where the store is distributed', () => {
    const locking = declaredStatements()
      .filter(({ distributed: steps }) => steps === undefined)
      .filter(({ text }) => /\bfor (no key )?(update|share|key share)\b/i.test(text))
      .filter(({ text }) =>
        [...references].some((table) => new RegExp(`\\b(from|join) ${table}\\b`).test(text)),
      )
      // Joined, but not locked.
      .filter(({ text }) => !/\bfor update of sign_in_links\b/.test(text));
    expect(locking.map(({ text }) => text)).toEqual([]);
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
