import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let orders: CarbonOrders;
let files = 0;
const file = (...lines: string[]): Promise<string> => operator.file(`file-${++files}.csv`, lines.join('\n'));
const record = async (...lines: string[]): Promise<Json> =>
  operator.json('carbon', 'retirements', 'record', await file('serial,retired_on,beneficiary', ...lines));

beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
beforeEach(async () => {
  await world.server.sql(
    'begin; set local session_replication_role = replica; delete from carbon_retirements; commit',
  );
  orders = await CarbonOrders.open(world);
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

/** The findings, and the exit code as it should be for them. */
async function reconcile(...lines: string[]): Promise<Json[]> {
  const { code, stdout, stderr } = await operator.run(
    'carbon',
    'retirements',
    'reconcile',
    await file(...lines),
    '--json',
  );
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout) as Json[];
  expect(code).toBe(findings.length > 0 ? 1 : 0);
  return findings;
}

describe('carbon retirements reconcile', () => {
  it('finds nothing if the registry says the same, in ranges of its own', async () => {
    await orders.offset(10);
    await orders.credits(1, 20);
    await orders.fulfil();
    await record(`${orders.serial(1, 4)},2026-01-01,`, `${orders.serial(5, 10)},2026-01-02,`);
    const name = world.customer.account.displayName;
    expect(
      await reconcile(
        'Issuance Date,"Serial Number","Quantity Issued","Retirement/Cancellation Date","Retirement Beneficiary","Country/Area"',
        `01/02/2020,${orders.serial(1, 7)},7,02/01/2026,${name.toUpperCase()},Brazil`,
        `01/02/2020,${orders.serial(8, 10)},3,02/01/2026,,Brazil`,
        // Not retired, and not ours.
        `01/02/2020,${orders.serial(11, 20)},10,,,Brazil`,
        `01/02/2020,1-1-9-VCS-VCU-1-VER-BR-1-1-01012016-31122016-0,"9",02/01/2026,Somebody,Brazil`,
        '01/02/2020,not a serial,,02/01/2026,Somebody,Brazil',
      ),
    ).toEqual([]);
  });

  it('names what is missing, extra, of somebody else, or twice, by ranges', async () => {
    await orders.offset(10);
    await orders.offset(5, world.distributor);
    await orders.credits(1, 1_000_000);
    await orders.fulfil();
    await record(`${orders.serial(1, 15)},2026-01-01,`);
    const [customer, distributor] = [
      world.customer.account.displayName,
      world.distributor.account.displayName,
    ];
    const findings = await reconcile(
      'serial;beneficiary',
      `${orders.serial(3, 6)};${customer}`,
      `${orders.serial(6, 7)};${customer}`,
      `${orders.serial(9, 12)};${distributor}`,
      `${orders.serial(14, 900_000)};${distributor}`,
    );
    expect(findings).toEqual([
      { kind: 'missing', serial: orders.serial(1, 2), tonnes: 2, lines: [] },
      { kind: 'missing', serial: orders.serial(8, 8), tonnes: 1, lines: [] },
      { kind: 'missing', serial: orders.serial(13, 13), tonnes: 1, lines: [] },
      { kind: 'extra', serial: orders.serial(16, 900_000), tonnes: 899_985, lines: [5] },
      {
        kind: 'beneficiary',
        serial: orders.serial(9, 10),
        tonnes: 2,
        lines: [4],
        expected: customer,
        published: distributor,
      },
      { kind: 'twice', serial: orders.serial(6, 6), tonnes: 1, lines: [2, 3] },
    ]);
    const { code, stdout } = await operator.run(
      'carbon',
      'retirements',
      'reconcile',
      await file('serial', orders.serial(1, 14)),
    );
    expect(code).toBe(1);
    expect(stdout).toContain(orders.serial(15, 15));
    expect(stdout).toMatch(/1 line compared, 0 of other credits ignored/);
  });

  it('names credits that we never had, if they were retired for one of our accounts', async () => {
    await orders.offset(1);
    await orders.credits(1, 5);
    await orders.fulfil();
    await record(`${orders.serial(1, 1)},2026-01-01,`);
    const name = world.customer.account.displayName;
    expect(
      await reconcile(
        'serial,quantity,beneficiary',
        `${orders.serial(1, 1)},1,${name}`,
        `GS1-1-KE-GS1-4-2020-9998-1-7,7,${name.toUpperCase()}`,
        'GS1-1-KE-GS1-4-2020-9998-8-9,2,Somebody else',
        `unreadable,,Partner; ${name}`,
      ),
    ).toEqual([
      { kind: 'extra', serial: 'GS1-1-KE-GS1-4-2020-9998-1-7', tonnes: 7, lines: [3] },
      { kind: 'extra', serial: 'unreadable', tonnes: null, lines: [5] },
    ]);
  });

  it('accepts the beneficiaries of the time of the retirement', async () => {
    await orders.offset(0.5);
    await orders.credits(1, 5);
    await orders.fulfil();
    const name = world.customer.account.displayName;
    await record(`${orders.serial(1, 1)},2026-01-01,`);
    await orders.offset(0.5, world.distributor);
    await orders.fulfil();
    const serial = orders.serial(1, 1);
    expect(await reconcile('serial,beneficiary', `${serial},${name}`)).toEqual([]);
    const both = `${name}; ${world.distributor.account.displayName}`;
    expect(await reconcile('serial,beneficiary', `${serial},${both}`)).toEqual([]);
    expect(await reconcile('serial,beneficiary', `${serial},Somebody`)).toMatchObject([
      { kind: 'beneficiary', expected: both, published: 'Somebody' },
    ]);
  });

  it('accepts the name that the registry was told, also if the account is renamed', async () => {
    const member = await world.member();
    await orders.offset(1, member);
    await orders.credits(1, 5);
    await orders.fulfil();
    await record(`${orders.serial(1, 1)},2026-01-01,Former Name Ltd`);
    expect(await reconcile('serial,beneficiary', `${orders.serial(1, 1)},former name ltd`)).toEqual([]);
  });

  it('refuses a file that is no export', async () => {
    const failure = async (...lines: string[]) =>
      operator.failure(1, 'carbon', 'retirements', 'reconcile', await file(...lines));
    expect(await failure('a,b', '1,2')).toContain('missing: serial');
    expect(await failure('serial')).toContain('only a header');
    expect(await failure('serial,beneficiary', 'a,b,c')).toContain('line 2: has 3 fields');
  });
});
