import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyIn, copyOut } from '../../src/database/copy.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

const connect = async (): Promise<pg.Client> => {
  const connected = new pg.Client({ connectionString: database.url });
  connected.on('error', () => undefined);
  await connected.connect();
  return connected;
};

beforeEach(async () => {
  client = await connect();
  await client.query('create temp table numbers (value int not null)');
});
afterEach(() => client.end().catch(() => undefined));

/** A few megabytes: more than the driver, the socket and the database buffer together. */
const many = 1_000_000;
const copyMany = `copy (select generate_series(1, ${many})) to stdout`;
const fill = 'copy numbers from stdin';

const count = async (): Promise<number> =>
  Number((await client.query<{ count: string }>('select count(*) from numbers')).rows[0]?.count);

const lines = (to: number, each: (value: number) => string = String): AsyncIterable<Buffer> =>
  Readable.from(pieces(to, each)) as AsyncIterable<Buffer>;

function* pieces(to: number, each: (value: number) => string): Generator<Buffer> {
  for (let from = 1; from <= to; from += 1_000) {
    const values = Array.from({ length: Math.min(1_000, to - from + 1) }, (_, index) => each(from + index));
    yield Buffer.from(`${values.join('\n')}\n`);
  }
}

async function sizeOf(rows: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  for await (const piece of rows) size += piece.length;
  return size;
}

/** Checks that the connection can still be used. */
const expectUsable = async (): Promise<void> => expect(await count()).toBe(0);

describe('Rows that are copied out', () => {
  it('arrive completely and in order', async () => {
    const copied: Buffer[] = [];
    for await (const rows of copyOut(client, copyMany)) copied.push(rows);
    const values = Buffer.concat(copied).toString().trimEnd().split('\n');
    expect([values.length, values[0], values.at(-1)]).toEqual([many, '1', String(many)]);
    await expectUsable();
  });

  it('wait in the database for a slow reader', async () => {
    const rows = copyOut(client, copyMany);
    await rows.next();
    const other = await connect();
    // The database blocks on writing, because little is read ahead.
    for (let state = ''; state !== 'ClientWrite';) {
      const { rows: seen } = await other.query<{ wait_event: string }>(
        `select wait_event from pg_stat_activity where query like 'copy (select generate%'`,
      );
      state = seen[0]?.wait_event ?? '';
    }
    await other.end();
    expect(await sizeOf(rows)).toBeGreaterThan(6_000_000);
    await expectUsable();
  });

  it('end with the database’s error, and the connection stays usable', async () => {
    const failing = `copy (select 1 / (${many} - value) from generate_series(1, ${many}) value) to stdout`;
    await expect(sizeOf(copyOut(client, failing))).rejects.toThrow('division by zero');
    await expectUsable();
    await expect(sizeOf(copyOut(client, 'copy nowhere to stdout'))).rejects.toThrow('nowhere');
    await expectUsable();
  });

  it('close the connection if the reader stops early', async () => {
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    for await (const rows of copyOut(client, copyMany)) {
      expect(rows.length).toBeGreaterThan(0);
      break;
    }
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/Connection terminated|not queryable/);
  });
});

describe('Rows that are copied in', () => {
  it('are all stored', async () => {
    await copyIn(client, fill, lines(many));
    expect(await count()).toBe(many);
  });

  it('are refused if one is invalid, early or late, and the connection stays usable', async () => {
    for (const wrong of [1, many]) {
      const rows = lines(many, (value) => (value === wrong ? 'nonsense' : String(value)));
      await expect(copyIn(client, fill, rows)).rejects.toThrow('invalid input syntax');
      await expectUsable();
    }
    await expect(copyIn(client, 'copy nowhere from stdin', lines(10))).rejects.toThrow('nowhere');
    await expectUsable();
  });

  it('are not stored if reading them fails, and the error is that of the reader', async () => {
    async function* broken() {
      yield* lines(5_000);
      throw new Error('the file ends here');
    }
    await expect(copyIn(client, fill, broken())).rejects.toThrow('the file ends here');
    await expectUsable();
  });

  it('fail if the connection is lost', async () => {
    const { rows: pids } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    async function* cut() {
      yield* lines(5_000);
      const other = await connect();
      await other.query('select pg_terminate_backend($1)', [pids[0]?.pid]);
      await other.end();
      yield* lines(many);
    }
    await expect(copyIn(client, fill, cut())).rejects.toThrow(/terminat|ECONNRESET|EPIPE|closed/);
  });
});
