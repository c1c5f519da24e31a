import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let orders: CarbonOrders;
let customer: string;
let distributor: string;
let files = 0;
const file = (...lines: string[]): Promise<string> => operator.file(`file-${++files}.csv`, lines.join('\n'));
const header = 'serial,retired_on,beneficiary';
const record = async (...lines: string[]): Promise<Json> =>
  operator.json('carbon', 'retirements', 'record', await file(header, ...lines));
const refusal = async (...lines: string[]): Promise<string[]> =>
  (await operator.failure(1, 'carbon', 'retirements', 'record', await file(header, ...lines)))
    .trim()
    .split('\n');
const reconcile = async (...lines: string[]): Promise<Json[]> => {
  const path = await file('serial,beneficiary', ...lines);
  const { stdout } = await operator.run('carbon', 'retirements', 'reconcile', path, '--json');
  return JSON.parse(stdout) as Json[];
};

beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  customer = world.customer.account.displayName;
  distributor = world.distributor.account.displayName;
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

const inThisProject = 'lot_id in (select id from carbon_lots where project_id = $1)';
/** As earlier versions did. */
const forgetNames = () =>
  world.server.sql(`update carbon_allocations set beneficiary = null where ${inThisProject}`, [
    orders.projectId,
  ]);

describe('the beneficiary of a retirement', () => {
  it('is refused by its line if somebody else has the credits', async () => {
    await orders.offset(2);
    await orders.offset(2, world.distributor);
    await orders.credits(1, 5);
    await orders.fulfil();
    expect(
      await refusal(
        `${orders.serial(1, 1)},2026-01-01,${customer}`,
        `${orders.serial(2, 2)},2026-01-01,Somebody`,
        `${orders.serial(3, 4)},2026-01-01,${customer}`,
      ),
    ).toEqual([
      'Nothing was recorded:',
      `line 3: ${orders.serial(2, 2)} is for ${customer}, not for Somebody`,
      `line 4: ${orders.serial(3, 4)} is for ${distributor}, not for ${customer}`,
    ]);
    expect(await refusal(`${orders.serial(1, 4)},2026-01-01,${customer}; ${distributor}`)).toEqual([
      'Nothing was recorded:',
      `line 2: ${orders.serial(1, 2)} is for ${customer}, not for ${customer}; ${distributor}`,
    ]);
    await record(
      `${orders.serial(1, 2)},2026-01-01,${customer.toUpperCase()}`,
      `${orders.serial(3, 4)},2026-01-01,`,
    );
  });

  it('is taken as the worklist has it, with apostrophes before what could be a formula', async () => {
    const named = await world.newAccount();
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      named.id,
      'Trees, -5% & ;"=Wood", ＋Paper',
    ]);
    await orders.offset(1, named);
    await orders.credits(1, 5);
    await orders.fulfil();
    const { stdout } = await operator.run('carbon', 'retirements', 'list', '--pending', '--csv');
    const [names = '', ...lines] = stdout.trim().split('\r\n');
    const [line = ''] = lines.filter((one) => one.includes(`Project ${orders.batch}`));
    expect(line).toContain(`"Trees, '-5% & ;""'=Wood"", '＋Paper"`);
    const worklist = await file(names, line.replace(/,,$/, ',2026-01-31,'));
    expect(await operator.json('carbon', 'retirements', 'record', worklist)).toEqual({
      retired: 1,
      tonnes: 1,
    });
  });

  it('is all who share a credit, or those who had it before others came', async () => {
    await orders.offset(0.25);
    await orders.offset(0.25, world.distributor);
    await orders.credits(1, 3);
    await orders.fulfil();
    const stranger = world.stranger.account.displayName;
    await orders.offset(1.5, world.stranger);
    await orders.fulfil();
    const shared = orders.serial(1, 1);
    const wrong = [
      customer,
      distributor,
      stranger,
      `${customer}; ${stranger}`,
      `${customer}; ${distributor}; X`,
    ];
    for (const names of wrong)
      expect(await refusal(`${shared},2026-01-01,${names}`)).toContainEqual(
        expect.stringContaining(`is for ${customer}; ${distributor}; ${stranger}, not for ${names}`),
      );
    await record(`${shared},2026-01-01,${distributor}; ${customer}`);
    expect(await reconcile(`${shared},${customer};${distributor}`)).toEqual([]);
    expect(await reconcile(`${shared},${customer};${distributor};${stranger}`)).toEqual([]);
    expect(await reconcile(`${shared},${customer}`)).toMatchObject([
      { kind: 'beneficiary', published: customer },
    ]);
  });

  it('is not what was recorded if that was wrong', async () => {
    await orders.offset(1);
    await orders.credits(1, 5);
    await orders.fulfil();
    const serial = orders.serial(1, 1);
    await record(`${serial},2026-01-01,`);
    await world.server.sql(`update carbon_retirements set beneficiary = 'Somebody' where ${inThisProject}`, [
      orders.projectId,
    ]);
    expect(await reconcile(`${serial},Somebody`)).toEqual([
      { kind: 'beneficiary', serial, tonnes: 1, lines: [2], expected: customer, published: 'Somebody' },
    ]);
  });

  it('stays the name at the time of the allocation, whatever the account is called later', async () => {
    const member = await world.newAccount();
    const name = member.account.displayName;
    await orders.offset(2, member);
    await orders.credits(1, 5);
    await orders.fulfil();
    await world.distributor.api.patch(`/accounts/${member.account.id}`, { display_name: 'New Name Ltd' });
    expect(await refusal(`${orders.serial(1, 1)},2026-01-01,New Name Ltd`)).toHaveLength(2);
    await record(`${orders.serial(1, 2)},2026-01-01,${name}`);
    expect(await reconcile(`${orders.serial(1, 2)},${name}`)).toEqual([]);
  });

  it('may be any if the name was not kept, and then has to be the one that was recorded', async () => {
    await orders.offset(1.5);
    await orders.credits(1, 5);
    await orders.fulfil();
    await forgetNames();
    await orders.offset(0.5, world.distributor);
    await orders.fulfil();
    const [first, shared] = [orders.serial(1, 1), orders.serial(2, 2)];
    await record(
      `${first},2026-01-01,Former Name Ltd`,
      `${shared},2026-01-01,Former Name Ltd; ${distributor}`,
    );
    expect(await reconcile(`${first},former name ltd`, `${shared},${distributor};Former Name Ltd`)).toEqual(
      [],
    );
    expect(await reconcile(`${first},Somebody`, `${shared},Somebody;${distributor}`)).toMatchObject([
      { kind: 'beneficiary', serial: first },
      { kind: 'beneficiary', serial: shared },
    ]);
  });
});
