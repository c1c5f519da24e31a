import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSnapshot } from '../../src/database/snapshot.js';
import { crossAccountStatement } from '../../src/database/statement.js';
import { readBackup } from '../../src/installation/backup/read-backup.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { createSingleDatabase, isDistributed } from '../support/database.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const amounts = crossAccountStatement<{ total: number }>(
  'the amounts of all accounts are added up',
  'select sum(amount) as total from account_unbilled',
);

describe.skipIf(!isDistributed)('What is read from all nodes', () => {
  let world: World;
  let operator: Operator;
  let members: TestAccount[];
  beforeAll(async () => {
    world = await startWorld();
    operator = await createOperator({ database: world.server.database });
    members = await Promise.all(Array.from({ length: 12 }, () => world.newAccount()));
    await world.server.sql(
      `insert into account_unbilled (account_id, amount) select id, 1000 from unnest($1::uuid[]) id`,
      [members.map(({ id }) => id)],
    );
  });
  afterAll(async () => {
    await operator.close();
    await world.stop();
  });

  /** Moves amounts between accounts of different nodes, so that their sum never changes, until `work` has ended. */
  async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
    let isDone = false;
    let moved = 0;
    const move = async (from: string, to: string): Promise<void> => {
      await world.server.running.instance.pool.withClient(async (client) => {
        await client.query('begin');
        for (const [id, amount] of [
          [from, -1],
          [to, 1],
        ])
          await client.query('update account_unbilled set amount = amount + $2 where account_id = $1', [
            id,
            amount,
          ]);
        await client.query('commit');
      });
      moved++;
    };
    const writers = [0, 1, 2].map(async (writer) => {
      for (let turn = 0; !isDone; turn++) {
        const pair = [members[writer * 4 + (turn % 3)], members[writer * 4 + (turn % 3) + 1]];
        await move(pair[0]?.id ?? '', pair[1]?.id ?? '');
      }
    });
    try {
      const result = await work();
      expect(moved).toBeGreaterThan(0);
      return result;
    } finally {
      isDone = true;
      await Promise.all(writers);
    }
  }

  it('is of one moment, for which writes are paused', async () => {
    const pool = world.server.running.instance.pool;
    await whileWriting(async () => {
      for (let round = 0; round < 10; round++) {
        const pauses: number[] = [];
        const seen = await pool.snapshot(
          async (db) => [(await db.first(amounts))?.total, (await db.first(amounts))?.total],
          (ms) => pauses.push(ms),
        );
        expect(seen.map(Number)).toEqual([12_000, 12_000]);
        expect(pauses).toHaveLength(1);
      }
    });
  });

  it('is not used if writes were no longer paused when the last node was read', async () => {
    const [holder, reader] = [0, 1].map(() => new pg.Client(world.server.database.url)) as [
      pg.Client,
      pg.Client,
    ];
    holder.on('error', () => undefined);
    await Promise.all([holder.connect(), reader.connect()]);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pool = { withClient: <T>(work: (client: pg.ClientBase) => Promise<T>) => work(holder) };
    const begin = `select pg_terminate_backend(${rows[0]?.pid ?? 0}); begin`;
    await expect(beginSnapshot(pool, reader, { begin, layout: 'distributed' })).rejects.toThrow(
      /terminat|not queryable/,
    );
    await reader.end();
  });

  it('is of one moment in a backup, which tells how long writes were paused', async () => {
    await whileWriting(async () => {
      for (let round = 0; round < 2; round++) {
        const file = `${operator.dataDir}/backup-${round}`;
        const { code, stdout } = await operator.run('backup', file);
        expect({ code, stdout }).toEqual({
          code: 0,
          stdout: expect.stringMatching(/writes were paused for \d+ ms to read all nodes in one moment/),
        });
        expect(await amountsIn(file)).toBe(12_000);
      }
    });
  });

  it('is of one moment when the books are checked', async () => {
    const { stdout } = await operator.run('doctor', '--ledger');
    expect(stdout).toMatch(/^ok {4}ledger {4}writes were paused for \d+ ms/m);
  });

  it('is restored into one PostgreSQL, but not into a database that is distributed', async () => {
    const file = `${operator.dataDir}/backup-again`;
    await operator.run('backup', file);
    expect(await operator.failure(1, 'restore', file)).toMatch(/This database is distributed/);
    const single = await createSingleDatabase();
    const other = await createOperator({ database: single });
    expect(await other.run('restore', file)).toMatchObject({ code: 0 });
    const [restored] = await other.sql('select sum(amount)::int as amounts from account_unbilled');
    expect(restored).toEqual({ amounts: 12_000 });
    await other.close();
    await single.drop();
  });
});

async function amountsIn(file: string): Promise<number> {
  let table = '';
  let rows = '';
  for await (const { entry, body } of readBackup(file)) {
    if (entry.entry === 'table') table = entry.name;
    if (entry.entry === 'rows' && table === 'account_unbilled') rows += body.toString('utf8');
  }
  return rows
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.split('\t')[1]), 0);
}
