import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDeclarations, listStores, type Declaration } from '../support/every-statement.js';
import { tablesOf } from '../support/statement-tables.js';
import { ownedTables, readsAcross, writesAcross, type Exception } from '../support/table-owners.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// Statements are analyzed as PostgreSQL plans them. Excluded are backup and restore, which copy whole tables,
// migrations, and the tables of the job queue, which belong to its library.

const moduleOf = (file: string): string =>
  /^(features|installation)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? 'unknown';

const ownerOf = new Map(
  Object.entries(ownedTables).flatMap(([module, tables]) => tables.map((table) => [table, module] as const)),
);
const linesOf = (exceptions: readonly Exception[]): string[] =>
  exceptions.flatMap(({ module, tables }) => tables.map((table) => `${module}: ${table}`));

let server: TestServer;
let declarations: Declaration[];
const written = new Set<string>();
const read = new Set<string>();
beforeAll(async () => {
  server = await startTestServer();
  declarations = await listDeclarations();
  for (const { statement, files } of declarations.filter((one) => !one.statement.needsCitus)) {
    const { writes, reads } = await tablesOf(server, statement);
    for (const module of files.length > 0 ? files.map(moduleOf) : ['unknown']) {
      for (const table of writes) written.add(`${module}: ${table}`);
      for (const table of reads) read.add(`${module}: ${table}`);
    }
  }
});
afterAll(() => server.stop());

const isOfOwner = (line: string): boolean => {
  const [module = '', table = ''] = line.split(': ');
  return ownerOf.get(table) === module || table.startsWith('graphile_worker.');
};
const across = (lines: ReadonlySet<string>): string[] => [...lines].filter((line) => !isOfOwner(line)).sort();

it('Tests of all statements know those of every store', async () => {
  const known = new Set(declarations.flatMap(({ files }) => files));
  const unknown = (await listStores()).filter((file) => !known.has(file));
  // Backup, restore and upgrades of the embedded database: their SQL depends on the tables that there are.
  expect(unknown).toEqual([
    'installation/backup/catalog-store.ts',
    'installation/backup/load-store.ts',
    'installation/upgrade/cluster-catalog-store.ts',
  ]);
});

it('Every table belongs to one module', async () => {
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.values(ownedTables).flat().sort());
});

it('A module writes its own tables, and those of others only where that is listed', () => {
  expect(across(written)).toEqual(linesOf(writesAcross).sort());
});

it('A module reads its own tables, and those of others only where that is listed', () => {
  expect(across(read)).toEqual(linesOf(readsAcross).sort());
});
