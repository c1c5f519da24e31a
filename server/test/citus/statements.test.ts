import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import { createTestDatabase, isDistributed, type TestDatabase } from '../support/database.js';
import { loadEveryStatement } from '../support/every-statement.js';

await loadEveryStatement();

/** Those that a distributed store runs, including the steps of others. */
const statements = declaredStatements()
  .filter(({ distributed }) => distributed === undefined)
  .map(({ text }) => text.trim());

const id = `'01900000-0000-7000-8000-0000000000a1'::uuid`;

/** A value of each type of parameter. */
const samples: Readonly<Record<string, string>> = {
  bigint: '1',
  boolean: 'true',
  bytea: `'\\x01'::bytea`,
  date: `date '2026-01-01'`,
  'double precision': '1',
  integer: '1',
  json: `'[]'::json`,
  jsonb: `'[]'::jsonb`,
  numeric: '1',
  smallint: '1',
  text: `'2026-01-01'`,
  'timestamp with time zone': `timestamptz '2026-01-01'`,
  uuid: id,
};

const sampleOf = (type: string): string =>
  type.endsWith('[]') ? `array[${sampleOf(type.slice(0, -2))}]::${type}` : (samples[type] ?? 'null');

/** The sample values break constraints, which is found only once the statement runs on its shard. */
const brokenConstraint = /violates (check|foreign key|not-null|unique) constraint/;

describe.skipIf(!isDistributed)('On a distributed database', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it.each(statements)('runs: %s', async (text) => {
    await client.query('deallocate all');
    await client.query(`prepare tried as ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`,
    );
    const values = (rows[0]?.types ?? []).map(sampleOf);
    await client.query('begin');
    const failure = await client
      .query(`execute tried${values.length > 0 ? `(${values.join(', ')})` : ''}`)
      .then(() => '', String);
    await client.query('rollback');
    expect(failure.replace(/^.*$/, (line) => (brokenConstraint.test(line) ? '' : line))).toBe('');
  });
});
