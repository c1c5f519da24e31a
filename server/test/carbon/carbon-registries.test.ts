import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let verra: CarbonOrders;
let gold: CarbonOrders;
let files = 0;
const file = (...lines: string[]): Promise<string> => operator.file(`file-${++files}.csv`, lines.join('\n'));

async function reconcile(lines: readonly string[], ...options: string[]): Promise<Json[]> {
  const path = await file('serial', ...lines);
  const { code, stdout, stderr } = await operator.run(
    'carbon',
    'retirements',
    'reconcile',
    path,
    '--json',
    ...options,
  );
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout) as Json[];
  expect(code).toBe(findings.length > 0 ? 1 : 0);
  return findings;
}
const refusal = async (...options: string[]): Promise<string> =>
  operator.failure(
    1,
    'carbon',
    'retirements',
    'reconcile',
    await file('serial', verra.serial(1, 2)),
    ...options,
  );

const goldSerial = 'GS1-1-KE-GS4-4-2020-77-1-9';

beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  verra = await CarbonOrders.open(world);
  await verra.offset(2);
  await verra.credits(1, 9);
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

describe('carbon retirements reconcile with several registries', () => {
  it('needs no registry while there is only one', async () => {
    await verra.fulfil();
    await operator.json(
      'carbon',
      'retirements',
      'record',
      await file('serial,retired_on', `${verra.serial(1, 2)},2026-01-01`),
    );
    expect(await reconcile([verra.serial(1, 2)])).toEqual([]);
    expect(await reconcile([verra.serial(1, 2)], '--registry', 'verra')).toEqual([]);
    expect(await reconcile([verra.serial(1, 1)])).toMatchObject([
      { kind: 'missing', serial: verra.serial(2, 2) },
    ]);
  });

  it('compares with the lots of the registry that published the export', async () => {
    gold = await CarbonOrders.open(world);
    await gold.offset(3);
    const lot = `${gold.projectId},${goldSerial},2020-01-01,2020-12-31,9,Gold Standard`;
    const header = 'project,serial,vintage_start,vintage_end,tonnes,registry';
    await operator.json('carbon-credits', 'import', await file(header, lot));
    await gold.fulfil();
    const serial = (last: number): string => goldSerial.replace(/9$/, String(last));
    await operator.json(
      'carbon',
      'retirements',
      'record',
      await file('serial,retired_on', `${serial(2)},2026-01-01`),
    );

    expect(await refusal()).toContain('with --registry: Gold Standard, Verra');
    expect(await reconcile([verra.serial(1, 2)], '--registry', 'VERRA')).toEqual([]);
    expect(await reconcile([serial(2)], '--registry', ' gold  standard')).toEqual([]);
    expect(await reconcile([serial(1)], '--registry', 'Gold Standard')).toMatchObject([
      { kind: 'missing', tonnes: 1 },
    ]);
    // What another registry says of a lot is not passed over.
    expect(await reconcile([verra.serial(1, 2), serial(1)], '--registry', 'Verra')).toEqual([]);
    expect(await reconcile([verra.serial(1, 2), serial(3)], '--registry', 'Verra')).toMatchObject([
      { kind: 'extra', tonnes: 1, lines: [3] },
    ]);
  });

  it('names the registries if it does not know the one that is given', async () => {
    expect(await refusal('--registry', 'ACR')).toContain(
      'in the registry ACR. They are in: Gold Standard, Verra',
    );
  });
});
