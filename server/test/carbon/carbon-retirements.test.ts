import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRetirementRows, type RetirementRow } from '../../src/features/carbon/list-retirements.js';
import type { Claims } from '../../src/platform/config/claims-setting.js';
import type { Json } from '../support/api-client.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { expectLedgerInBalance, ledgerFindings } from '../support/ledger.js';
import { fetchPage } from '../support/public-pages.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let orders: CarbonOrders;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
beforeEach(async () => {
  orders = await CarbonOrders.open(world);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

let files = 0;
const file = (...lines: string[]): Promise<string> => operator.file(`file-${++files}.csv`, lines.join('\n'));
const record = async (...lines: string[]): Promise<Json> =>
  operator.json('carbon', 'retirements', 'record', await file(...lines));
const refusal = async (...lines: string[]): Promise<string[]> => {
  const before = await world.server.sql('select * from carbon_retirements order by id');
  const error = await operator.failure(1, 'carbon', 'retirements', 'record', await file(...lines));
  expect(await world.server.sql('select * from carbon_retirements order by id')).toEqual(before);
  return error.trim().split('\n');
};
const list = async (...options: string[]): Promise<Json[]> =>
  ((await operator.json('carbon', 'retirements', 'list', ...options)) as Json[]).filter(
    ({ project }) => project === `Project ${orders.batch}`,
  );
const retirementsOf = async (id: string, { api }: TestAccount = world.customer): Promise<Json> =>
  (await api.get(`/carbon/offsets/${id}/retirements`)).body;
const header = 'serial,retired_on,registry_url';

describe('carbon retirements', () => {
  it('are for whom the credits were given to, also after the account has been renamed', async () => {
    const member = await world.newAccount();
    const name = member.account.displayName;
    const id = await orders.offset(2, member);
    await orders.credits(1, 5);
    await orders.fulfil();
    await record(header, `${orders.serial(1, 1)},2026-01-31,`);
    await world.distributor.api.patch(`/accounts/${member.account.id}`, { display_name: 'World Bank' });
    expect((await retirementsOf(id, member)).map(({ beneficiary }: Json) => beneficiary)).toEqual([
      name,
      name,
    ]);
    expect((await list()).map(({ beneficiary }) => beneficiary)).toEqual([name, name]);
    const { text } = await fetchPage(world, `/carbon-certificates/${id}.json`);
    expect(JSON.parse(text)).toMatchObject({ account: { display_name: name } });
  });

  it('lists each allocated credit once, shared ones with all their beneficiaries', async () => {
    const first = await orders.offset(2.5);
    const second = await orders.offset(0.2, world.distributor);
    const third = await orders.offset(1.1);
    await orders.credits(101, 200);
    await orders.fulfil();
    const facts = { project: `Project ${orders.batch}`, registry: 'Verra', status: 'allocated' };
    const [customer, distributor] = [
      world.customer.account.displayName,
      world.distributor.account.displayName,
    ];
    const rows = [
      {
        serial: orders.serial(101, 102),
        tonnes: 2,
        allocated_tonnes: 2,
        beneficiary: customer,
        offsets: [first],
      },
      {
        serial: orders.serial(103, 103),
        tonnes: 1,
        allocated_tonnes: 1,
        beneficiary: `${customer}; ${distributor}`,
        offsets: [first, second, third],
      },
      {
        serial: orders.serial(104, 104),
        tonnes: 1,
        allocated_tonnes: 0.8,
        beneficiary: customer,
        offsets: [third],
      },
    ];
    expect(await list('--pending')).toEqual(
      rows.map(({ offsets, ...row }) => ({
        ...row,
        ...facts,
        reason: `Funding of Project ${orders.batch}: carbon certificate${offsets.length > 1 ? 's' : ''} ${offsets.join(', ')}`,
        retired_on: null,
        registry_url: null,
      })),
    );
    expect(await list()).toEqual(await list('--pending'));
  });

  it('is one table for all lots, with the reason of each row', async () => {
    const offset = await orders.offset(3);
    await orders.credits(1, 2);
    await orders.credits(11, 12);
    await orders.fulfil();
    const { stdout } = await operator.run('carbon', 'retirements', 'list');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('serial '))).toEqual([lines[0]]);
    const reasonAt = lines[0]?.indexOf('reason') ?? -1;
    const rows = lines.filter((line) => line.includes(`Project ${orders.batch}`));
    expect(rows.map((line) => line.slice(reasonAt))).toEqual(
      rows.map(() => `Funding of Project ${orders.batch}: carbon certificate ${offset}`),
    );
    expect(rows).toHaveLength(2);
  });

  it('tells the registry what was funded, in the words of the installation', async () => {
    const offset = await orders.offset(1);
    await orders.credits(1, 2);
    await orders.fulfil();
    const reasons = async (claims: Claims): Promise<string[]> => {
      const { db } = world.server.running.instance.context;
      const rows: RetirementRow[] = [];
      for await (const batch of readRetirementRows(db, { isPending: true, claims })) rows.push(...batch);
      return rows.filter(({ project }) => project === `Project ${orders.batch}`).map(({ reason }) => reason);
    };
    const [reason = ''] = await reasons('contribution');
    expect(reason).toContain(offset);
    expect(forbiddenIn(reason, 'en')).toEqual([]);
    expect(await reasons('classic')).toEqual([`Carbon offset ${offset}`]);
  });

  it('takes back its own list, filled in, and retires whole credits', async () => {
    const id = await orders.offset(3.7);
    await orders.credits(1, 10);
    await orders.fulfil();
    const { stdout } = await operator.run('carbon', 'retirements', 'list', '--pending', '--csv');
    const [names = '', ...lines] = stdout.trim().split('\r\n');
    expect(names).toBe(
      'serial,tonnes,allocated_tonnes,beneficiary,reason,project,registry,status,retired_on,registry_url',
    );
    const filled = lines
      .filter((line) => line.includes(`Project ${orders.batch}`))
      .map((line) => line.replace(/,,$/, ',2026-01-31,https://registry.example/1'));
    expect(await record(names, ...filled)).toEqual({ retired: 2, tonnes: 4 });
    expect(await list('--pending')).toEqual([]);
    expect(await list()).toMatchObject([
      { tonnes: 3, status: 'retired', retired_on: '2026-01-31', registry_url: 'https://registry.example/1' },
      { tonnes: 1, allocated_tonnes: 0.7, status: 'retired' },
    ]);

    // Who gets the rest of the last credit later has it retired from the start.
    const later = await orders.offset(0.8);
    await orders.fulfil();
    expect(await retirementsOf(later)).toEqual([
      {
        serial: orders.serial(4, 4),
        tonnes: 0.3,
        status: 'retired',
        retired_on: '2026-01-31',
        beneficiary: world.customer.account.displayName,
        registry_url: 'https://registry.example/1',
      },
      expect.objectContaining({
        serial: orders.serial(5, 5),
        tonnes: 0.5,
        status: 'allocated',
        retired_on: null,
      }),
    ]);
    expect(await retirementsOf(id)).toMatchObject([
      { serial: orders.serial(1, 4), tonnes: 3.7, status: 'retired' },
    ]);
  });

  it('tells of an offset what is retired apart from what is not, adding up exactly', async () => {
    const before = await orders.offset(0.4);
    const id = await orders.offset(12.345678);
    await orders.credits(1, 3, 2015);
    await orders.credits(11, 30, 2016);
    await orders.fulfil();
    await record(
      'serial_range,retired_on',
      `${orders.serial(2, 3, 2015)},2026-02-01`,
      `${orders.serial(13, 13)},2026-02-02`,
      `${orders.serial(14, 14)},2026-02-02`,
    );
    const rows = await retirementsOf(id);
    expect(rows.map(({ serial, tonnes, retired_on: on }: Json) => [serial, tonnes, on])).toEqual([
      [orders.serial(1, 1, 2015), 0.6, null],
      [orders.serial(2, 3, 2015), 2, '2026-02-01'],
      [orders.serial(11, 12), 2, null],
      [orders.serial(13, 14), 2, '2026-02-02'],
      [orders.serial(15, 20), 5.745678, null],
    ]);
    expect(await retirementsOf(before)).toMatchObject([{ tonnes: 0.4, status: 'allocated' }]);
    const { api } = world.distributor;
    const under = `/accounts/${world.customer.id}/carbon/offsets/${id}/retirements`;
    expect((await api.get(under)).body).toEqual(rows);
    expect((await world.stranger.api.get(`/carbon/offsets/${id}/retirements`)).status).toBe(404);
  });

  it('takes a range over several lots', async () => {
    await orders.offset(6);
    await orders.credits(1, 3);
    await orders.credits(4, 6);
    await orders.fulfil();
    expect(await record(header, `${orders.serial(1, 6)},2026-01-01,`)).toEqual({ retired: 1, tonnes: 6 });
  });

  it('refuses a file by its lines, and records none of it', async () => {
    await orders.offset(3.5);
    await orders.credits(1, 10);
    await orders.fulfil();
    await record(header, `${orders.serial(1, 1)},2026-01-01,`);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const today = new Date().toISOString().slice(0, 10);
    const lines = [
      `${orders.serial(2, 2)},2026-02-30,`,
      `${orders.serial(2, 2, 2016).replace('VCU-262', 'VCU-9')},${today},`,
      `nothing,${today},`,
      `${orders.serial(3, 3)},${tomorrow},`,
      `${orders.serial(3, 4)},2015-12-31,ftp://registry.example`,
      `${orders.serial(4, 6)},${today},`,
      `${orders.serial(1, 2)},${today},`,
      `${orders.serial(8, 12)},${today},`,
    ];
    expect(await refusal(header, ...lines)).toEqual([
      'Nothing was recorded:',
      'line 2: retired_on must be a date such as 2026-12-31, not "2026-02-30"',
      expect.stringMatching(/^line 3: no lot has credits of /),
      'line 4: nothing is not a serial with a range of credits',
      `line 5: retired_on ${tomorrow} is in the future`,
      expect.stringMatching(
        /^line 6: registry_url must be .*; retired_on 2015-12-31 is before the vintage of the credits, 2016-01-01; shares credits with line 5$/,
      ),
      `line 7: ${orders.serial(5, 6)} is not allocated to any carbon offset; shares credits with line 6`,
      `line 8: shares credits with line 2; ${orders.serial(1, 1)} was already retired on 2026-01-01`,
      expect.stringMatching(/^line 9: .* has credits that are in no lot: 11 to 12$/),
    ]);
    expect(await refusal('serial,when', 'x,y')).toEqual([
      expect.stringContaining('missing: retired_on; unknown: when'),
    ]);
    expect(await refusal(header)).toEqual(['The file has no retirements, only a header']);
    expect(await refusal('serial,retired_on,tonnes', `${orders.serial(2, 3)},2026-01-01,3`)).toEqual([
      'Nothing was recorded:',
      expect.stringContaining('line 2: tonnes must be 2'),
    ]);
  });

  it('records a credit once, however many try at the same time', async () => {
    await orders.offset(5);
    await orders.credits(1, 5);
    await orders.fulfil();
    const same = await file(header, `${orders.serial(1, 5)},2026-01-01,`);
    const endings = await Promise.all(
      Array.from({ length: 4 }, () => operator.run('carbon', 'retirements', 'record', same)),
    );
    expect(endings.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
    await expect(world.server.sql('delete from carbon_retirements')).rejects.toThrow('never deleted');
    await expect(
      world.server
        .sql(`insert into carbon_retirements (id, lot_id, first_credit, last_credit, retired_on, recorded_at)
        select gen_random_uuid(), lot_id, last_credit, last_credit, retired_on, recorded_at from carbon_retirements`),
    ).rejects.toThrow('carbon_retirements_apart');
  });

  it('are checked by the ledger', async () => {
    await orders.offset(2.5);
    await orders.credits(1, 5);
    await orders.fulfil();
    await record(header, `${orders.serial(1, 3)},2026-01-01,`);
    const [{ id }] = (await world.server.sql(
      `select r.id from carbon_retirements r join carbon_lots l on l.id = lot_id where serial = $1`,
      [orders.serial(1, 5)],
    )) as [{ id: string }];
    const found = async (change: string): Promise<string[]> => {
      await world.server.sql(`update carbon_retirements set ${change} where id = $1`, [id]);
      const findings = await ledgerFindings(world.server);
      await world.server.sql(
        `update carbon_retirements set first_credit = 1, last_credit = 3, retired_on = '2026-01-01' where id = $1`,
        [id],
      );
      return findings.filter(({ violations }) => violations.length > 0).map(({ name }) => name);
    };
    expect(await found('last_credit = 9')).toContain('retired credits are credits of their lot');
    expect(await found('last_credit = 4')).toEqual(
      expect.arrayContaining(['only allocated carbon credits are retired']),
    );
    expect(await found(`retired_on = '2015-01-01'`)).toContain(
      'carbon credits are not retired before their vintage',
    );
  });
});
