import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLedgerInBalance } from '../support/ledger.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

describe('month close', () => {
  it('prints what it did, and does nothing when repeated', async () => {
    const { api } = await world.newAccount();
    await api.post('/deposits', { pages: 5_000, date: '2026-01-10' });
    await api.post('/deposits', { pages: 3_333, date: '2026-01-20' });
    expect(await operator.json('month', 'close', '2026-01')).toEqual({
      period: '2026-01',
      accounts: 1,
      deposits: 2,
      offsets: 1,
      pages: 8_333,
      trees: 1,
    });
    const again = await operator.run('month', 'close', '2026-01');
    expect(again).toMatchObject({ code: 0, stdout: '2026-01: nothing to close\n' });
  });

  it.each([
    ['2999-01', 1, '2999-01 is not over yet'],
    ['2026-13', 2, 'It must be a month such as 2026-10'],
    ['0050-01', 2, 'It must be a month such as 2026-10'],
    ['october', 2, 'It must be a month such as 2026-10'],
  ])('refuses %s', async (month, expected, message) => {
    for (const command of ['close', 'bill']) {
      const { code, stderr } = await operator.run('month', command, month);
      expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringContaining(message) });
    }
  });

  it('requires a month', async () => {
    expect((await operator.run('month', 'close')).code).toBe(2);
  });

  it('fails while an account cannot be settled, and names it', async () => {
    const { api, id } = await world.newAccount();
    await api.post('/deposits', { pages: 10, date: '2026-02-10' });
    await world.server.sql(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail before insert on biomass_certificates for each row execute function fail()`);
    const { code, stdout, stderr } = await operator.run('month', 'close', '2026-02');
    expect(code).toBe(1);
    expect(stdout).toContain('1 account could not be settled');
    expect(stderr).toContain(id);
    await world.server.sql('drop trigger fail on biomass_certificates');
    expect((await operator.run('month', 'close', '2026-02')).code).toBe(0);
  });
});

describe('doctor --ledger', () => {
  it('finds nothing in correct books, and names errors', async () => {
    const { api, id } = await world.newAccount();
    await api.post('/biomass/offsets', { pages: 10 });
    const right = await operator.run('doctor', '--ledger');
    expect(right.stdout).not.toContain('FAIL  ledger');
    await world.server.sql('update account_volume set pages = pages + 1 where account_id = $1', [id]);
    const wrong = await operator.run('doctor', '--ledger');
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(
      /FAIL {2}ledger .*counters are the sums of offsets.*\n +What to do: keep a backup of this state/,
    );
    expect(wrong.stdout).toContain(id);
    await world.server.sql('update account_volume set pages = pages - 1 where account_id = $1', [id]);
  });
});

describe('jobs', () => {
  const fail = async (): Promise<number> => {
    const [row] = await world.server.sql<{ id: string }>(
      `select id from graphile_worker.add_job('bill-month', '{"month":"2026-01"}'::json)`,
    );
    await world.server.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the disk is on fire'
       where id = $1`,
      [row?.id],
    );
    return Number(row?.id);
  };

  it('list the failed ones, which doctor reports, until they are retried or discarded', async () => {
    const [first, second] = [await fail(), await fail()];
    expect(await operator.json('jobs', 'list', '--failed')).toMatchObject([
      {
        id: first,
        task: 'bill-month',
        payload: { month: '2026-01' },
        state: 'failed',
        last_error: 'the disk is on fire',
      },
      { id: second },
    ]);
    const sick = await operator.run('doctor');
    expect(sick.code).toBe(1);
    expect(sick.stdout).toMatch(/FAIL {2}jobs +2 failed \(bill-month\)/);
    expect(await operator.json('jobs', 'discard', String(second))).toEqual({ discarded: [second] });
    expect(await operator.json('jobs', 'retry')).toEqual({ retried: [first] });
    expect(await operator.json('jobs', 'list')).toMatchObject([{ id: first, state: 'waiting', attempts: 0 }]);
  });

  it('change nothing else', async () => {
    const waiting = (await operator.json('jobs', 'list'))[0].id;
    const { code, stderr } = await operator.run('jobs', 'discard', String(waiting));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('no failed job') });
    expect((await operator.run('jobs', 'retry', 'abc')).code).toBe(2);
  });
});
