import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { importLines } from '../support/credits.js';
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

/** The customer has half of a credit from March 1, and the distributor a quarter from March 3. */
async function shareCredit(): Promise<void> {
  try {
    world.server.setNow('2026-03-01T12:00:00Z');
    await orders.offset(0.5);
    await orders.credits(1, 5);
    await orders.fulfil();
    world.server.setNow('2026-03-03T12:00:00Z');
    await orders.offset(0.25, world.distributor);
    await orders.fulfil();
  } finally {
    world.server.setNow(undefined);
  }
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
    expect(stdout).toMatch(/1 line compared, 1 of them without a beneficiary, 0 of other credits ignored/);
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

  it('names the credits of a line that are in no lot, beside those that are', async () => {
    await orders.offset(50);
    await orders.credits(101, 150);
    await orders.fulfil();
    await record(`${orders.serial(101, 150)},2026-01-01,`);
    const name = world.customer.account.displayName;
    expect(await reconcile('serial,beneficiary', `${orders.serial(1, 200)},${name}`)).toEqual([
      { kind: 'extra', serial: orders.serial(1, 100), tonnes: 100, lines: [2] },
      { kind: 'extra', serial: orders.serial(151, 200), tonnes: 50, lines: [2] },
    ]);
    expect(await reconcile('serial,beneficiary', `${orders.serial(1, 200)},`)).toEqual([]);
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

  it('requires nobody who got a part after the retirement, even if that was recorded later', async () => {
    await shareCredit();
    const [serial, name] = [orders.serial(1, 1), world.customer.account.displayName];
    const other = world.distributor.account.displayName;
    await record(`${serial},2026-03-02,`);
    expect(await reconcile('serial,beneficiary', `${serial},${name}`)).toEqual([]);
    expect(await reconcile('serial,beneficiary', `${serial},${name}; ${other}`)).toEqual([]);
    expect(await reconcile('serial,beneficiary', `${serial},${other}`)).toMatchObject([
      { kind: 'beneficiary', published: other },
    ]);
  });

  it('requires everybody who had a part before it', async () => {
    await shareCredit();
    const [serial, name] = [orders.serial(1, 1), world.customer.account.displayName];
    await record(`${serial},2026-03-04,`);
    expect(await reconcile('serial,beneficiary', `${serial},${name}`)).toMatchObject([
      { kind: 'beneficiary', published: name },
    ]);
  });

  it("reads the columns of each registry's export", async () => {
    await orders.offset(2);
    await orders.credits(1, 5);
    await orders.fulfil();
    await record(`${orders.serial(1, 2)},2026-03-04,`);
    const serial = orders.serial(1, 2);
    for (const [header, line] of [
      // Gold Standard.
      [
        'GSID,Serial Number,Quantity,Retirement Date,Using Entity,Note',
        `GS1,${serial},2,04/03/2026,Somebody,`,
      ],
      // American Carbon Registry.
      [
        'Quantity of Credits,Status Effective (GMT),Credit Serial Numbers,Retired on Behalf of',
        `2,04/03/2026,${serial},Somebody`,
      ],
      // Verra.
      [
        'Serial Number,Quantity Issued,Retirement/Cancellation Date,Retirement Beneficiary',
        `${serial},2,04/03/2026,Somebody`,
      ],
    ] as const)
      expect(await reconcile(header, line)).toMatchObject([{ kind: 'beneficiary', published: 'Somebody' }]);
    // Climate Action Reserve publishes no beneficiary.
    const reserve = 'Vintage,Offset Credit Serial Numbers,Quantity of Offset Credits,Status Effective';
    expect(await reconcile(reserve, `2016,${serial},2,04/03/2026`)).toEqual([]);
    expect(await reconcile(reserve, `2016,${serial},2,`)).toMatchObject([{ kind: 'missing' }]);
  });

  it('names a serial that could be several ranges of our credits, until its tonnes tell which', async () => {
    const serial = `SERIES${orders.batch}-1-2-5`;
    const lot = (end: string, year: number, tonnes: number): string =>
      `${orders.projectId},SERIES${orders.batch}-1-${end},${year}-01-01,${year}-12-31,${tonnes}`;
    await orders.offset(2);
    await importLines(world.server, lot('9-5', 2019, 9), lot('2-8', 2020, 7));
    await orders.fulfil();
    await operator.json(
      'carbon',
      'retirements',
      'record',
      await file('serial,retired_on,tonnes', `${serial},2026-01-01,2`),
    );
    expect(await reconcile('serial', serial)).toEqual([
      { kind: 'missing', serial, tonnes: 2, lines: [] },
      { kind: 'ambiguous', serial, tonnes: null, lines: [2] },
    ]);
    expect(await reconcile('serial,quantity', `${serial},2`)).toEqual([]);
    expect(await reconcile('serial,quantity', `${serial},2`, `${serial},4`)).toMatchObject([
      { kind: 'extra', tonnes: 4, lines: [3] },
    ]);
  });

  it('refuses a file that is no export', async () => {
    const failure = async (...lines: string[]) =>
      operator.failure(1, 'carbon', 'retirements', 'reconcile', await file(...lines));
    expect(await failure('a,b', '1,2')).toContain('missing: serial');
    expect(await failure('serial')).toContain('only a header');
    expect(await failure('serial,beneficiary', 'a,b,c')).toContain('line 2: has 3 fields');
  });
});
