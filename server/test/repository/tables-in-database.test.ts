import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';
import { ownedTables } from '../support/table-owners.js';

// `database` is below the features, and knows their tables only for the reasons in docs/architecture.md. What knows all of them,
// table-placement.ts, is compared with the catalog by citus-rules.test.ts.

/** The tables of others that a file of `database` names. */
const known: Readonly<Record<string, readonly string[]>> = {
  // Where and how tables are stored.
  'application-role.ts': ['audit_entries'],
  'cluster-store.ts': ['account_states', 'accounts'],
  'distribute.ts': ['account_unbilled', 'accounts', 'biomass_offsets', 'carbon_lots', 'carbon_offsets'],
  'partitions/growing-tables.ts': ['audit_entries', 'deposits'],
  'sandbox-schema.ts': ['audit_entries'],
  'snapshot.ts': ['account_states'],
  'store-layout.ts': ['accounts'],
  'table-placement.ts': ['account_states'],
  // What queries by account join.
  'search-sql.ts': ['accounts'],
  'unnest-on-shard.ts': ['account_states'],
  'shard-store.ts': ['account_states'],
  'sorted-list-sql.ts': ['account_states'],
  // What jobs are committed with, and when they are due.
  'job-store.ts': ['invoice_numbers'],
  'sandbox-job-store.ts': ['sandbox_clock'],
};

const source = join(repository, 'server/src/database');
const tables = Object.entries(ownedTables)
  .filter(([module]) => module !== 'database')
  .flatMap(([, names]) => names);

/** As a string of its own, or where SQL has a table. */
const naming = new RegExp(`(?:'|\\b(?:from|join|into|update|table|on)\\s+)(${tables.join('|')})\\b`, 'g');

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

const tablesIn = (file: string): string[] => [
  ...new Set(
    [...withoutComments(readFileSync(join(source, file), 'utf8')).matchAll(naming)].map(
      ([, table = '']) => table,
    ),
  ),
];

it('database names tables of features only in the files that are listed', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, tablesIn(file).sort()] as const)
    .filter(([, named]) => named.length > 0);
  expect(Object.fromEntries(found)).toEqual(known);
});
