import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import { loadEveryStatement } from '../support/every-statement.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly Output?: string[];
  readonly Plans?: PlanNode[];
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
}

let server: TestServer;
let tenantTables: Map<string, number>;
beforeAll(async () => {
  server = await startTestServer();
  const rows = await server.sql<{ name: string; place: number }>(
    `select relname as name, attnum as place from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'account_id'`,
  );
  tenantTables = new Map(rows.map(({ name, place }) => [name, place]));
});
afterAll(() => server.stop());

await loadEveryStatement();

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const declared = declaredStatements()
  .filter(({ needsCitus }) => !needsCitus)
  .map((one) => ({ ...one, text: flat(one.text) }));
const statements = declared.map(({ text }) => text);
const textsOf = (kept: (reason: string | undefined) => boolean): string[] =>
  declared.filter(({ crossAccountReason }) => kept(crossAccountReason)).map(({ text }) => text);

async function planOf(text: string): Promise<PlanNode> {
  const [row] = await server.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  if (!row) throw new Error(`no plan for ${text}`);
  return row['QUERY PLAN'][0].Plan;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const conditionsOf = (node: PlanNode): string =>
  [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ').trim();

// The account in scope, or the account of a row or of an account that was itself found by it.
const byAccount = /\baccount_id = (\$1|\w+\.account_id|accounts\.id)\b/;
const byAncestor =
  /\b(id = \$1|parent_id = (\$1|accounts\.id)|id = (api_keys|account_states)\.account_id)(?!\w)|lineage @> ARRAY\[\$1|lineage\[1\] = \$1/;

/**
 * Checks the plan of the database: every row that is read from a tenant's table must be found by the account in
 * scope, and every row that is written must contain it. Accounts are found by their own id, their parent or their
 * lineage.
 */
function strays(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => {
    const table = node['Relation Name'] ?? '';
    const place = tenantTables.get(table);
    if (place === undefined && table !== 'accounts') return [];
    if (node.Operation === 'Insert') {
      const source = node.Plans?.find((child) => child['Parent Relationship'] === 'Outer');
      const written = source?.Output?.[(place ?? 1) - 1] ?? '';
      // What is read from account_states is checked below, like any other row.
      return /^\(?(\$1\b|(account_states|"\*SELECT\*(_\d+)?")\.account_id\b)/.test(written)
        ? []
        : [`insert into ${table} of ${written}`];
    }
    if (node['Node Type'] === 'ModifyTable') return [];
    const conditions = conditionsOf(node);
    const isKeyed = (place === undefined ? byAncestor : byAccount).test(conditions);
    return isKeyed ? [] : [`${node['Node Type']} of ${table} by ${conditions}`];
  });
}

/** The text after each subquery in a from clause. */
const afterSubqueries = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join) \((?=select|values)/gi)].map(({ index, 0: begin }) => {
    let end = index + begin.length;
    for (let depth = 1; depth > 0; end++) depth += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0;
    return text.slice(end).trim();
  });

describe('Every SQL statement', () => {
  it('names its subqueries, as PostgreSQL 15 requires', () => {
    const named = /^(as |lateral )?(?!(on|where|join|left|cross|order|group|limit|for|union)\b)\w+/;
    expect(afterSubqueries('select from (select a from (select 1) as b) where true')).toEqual([
      'where true',
      'as b) where true',
    ]);
    expect(statements.filter((text) => afterSubqueries(text).some((rest) => !named.test(rest)))).toEqual([]);
  });

  it('is known to these tests', () => {
    expect(statements.length).toBeGreaterThan(60);
    expect(tenantTables.size).toBeGreaterThan(12);
  });

  it.each(statements)('matches the schema: %s', async (text) => {
    expect(await planOf(text)).toHaveProperty('Node Type');
  });

  it.each(textsOf((reason) => reason === undefined))(
    'reads and writes rows of one account only: %s',
    async (text) => {
      expect(strays(await planOf(text))).toEqual([]);
    },
  );

  const isOnTables = (text: string): boolean => /\b(from|into|update)\b/.test(text);
  it.each(textsOf((reason) => reason !== undefined).filter(isOnTables))(
    'that is declared to work across accounts does so: %s',
    async (text) => {
      expect(strays(await planOf(text))).not.toEqual([]);
    },
  );
});

describe('The schema', () => {
  it('starts every primary and unique key of a tenant’s table with account_id', async () => {
    const keys = await server.sql<{ table: string; index: string; first: string }>(
      `select tables.relname as table, indexes.relname as index, attname as first
       from pg_index join pg_class tables on tables.oid = indrelid join pg_class indexes on indexes.oid = indexrelid
       join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indisunique and tables.relnamespace = 'public'::regnamespace`,
    );
    const ofTenants = keys.filter(({ table }) => tenantTables.has(table));
    expect(new Set(ofTenants.map(({ table }) => table)).size).toBe(tenantTables.size);
    const strange = ofTenants.filter(({ first }) => first !== 'account_id');
    expect(strange.map(({ index }) => index)).toEqual([]);
  });

  it('has account_id in every foreign key between tenants’ tables, from account_id to account_id', async () => {
    const keys = await server.sql<{
      name: string;
      from: string;
      to: string;
      columns: string[];
      targets: string[];
    }>(
      `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
         array(select attname::text from unnest(conkey) k join pg_attribute on attrelid = conrelid and attnum = k) as columns,
         array(select attname::text from unnest(confkey) k join pg_attribute on attrelid = confrelid and attnum = k) as targets
       from pg_constraint where contype = 'f'`,
    );
    const between = keys.filter(({ from, to }) => tenantTables.has(from) && tenantTables.has(to));
    expect(between.length).toBeGreaterThan(3);
    for (const { name, columns, targets } of between) {
      expect([name, columns[0], targets[0]]).toEqual([name, 'account_id', 'account_id']);
    }
  });

  it('never allows account_id to be null', async () => {
    const empty = await server.sql(
      `select attrelid::regclass::text as table from pg_attribute join pg_class on pg_class.oid = attrelid
       where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'account_id' and not attnotnull`,
    );
    expect(empty).toEqual([]);
  });
});
