import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance, ledgerFindings } from '../support/ledger.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { importLines, verraLine } from '../support/credits.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let orders: CarbonOrders;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  orders = await CarbonOrders.open(world);
});
afterEach(() => world.server.setNow(undefined));
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const read = async (id: string, { api }: TestAccount = world.customer): Promise<Json> =>
  (await api.get(`/carbon/offsets/${id}`)).body;
const serialsOf = async (...ids: string[]): Promise<string[][]> =>
  Promise.all(ids.map(async (id) => (await read(id)).serial_numbers));

describe('A carbon offset', () => {
  it('is fulfilled with serial numbers and the range of its vintages', async () => {
    const id = await orders.offset(3.5);
    const before = await read(id);
    expect(before).toMatchObject({
      status: 'processing',
      vintage_start_date: null,
      vintage_end_date: null,
      serial_numbers: [],
    });
    await orders.credits(1, 2, 2015);
    await orders.credits(10, 20, 2017);
    expect((await orders.fulfil()).fulfilled).toBe(1);
    const after = {
      ...before,
      status: 'fulfilled',
      vintage_start_date: '2015-01-01T00:00:00Z',
      vintage_end_date: '2017-12-31T00:00:00Z',
      serial_numbers: [orders.serial(1, 2, 2015), orders.serial(10, 11, 2017)],
    };
    expect(await read(id)).toEqual(after);
    expect((await world.customer.api.get('/carbon/offsets?limit=1')).body).toEqual([after]);
  });

  it('shares a credit with others, up to exactly one tonne', async () => {
    const ids = [
      await orders.offset(0.4),
      await orders.offset(0.6),
      await orders.offset(0.999999),
      await orders.offset(1.000001),
    ];
    const last = await orders.offset(0.5);
    await orders.credits(86_055, 86_154);
    await orders.fulfil();
    expect(await serialsOf(...ids, last)).toEqual([
      [orders.serial(86_055, 86_055)],
      [orders.serial(86_055, 86_055)],
      [orders.serial(86_056, 86_056)],
      [orders.serial(86_056, 86_057)],
      [orders.serial(86_058, 86_058)],
    ]);
  });

  it('gets the oldest vintage first, whatever the order of import', async () => {
    await orders.credits(21, 30, 2018);
    await orders.credits(1, 2, 2014);
    await orders.credits(11, 13, 2016);
    const ids = [await orders.offset(2.5), await orders.offset(2.5), await orders.offset(1)];
    await orders.fulfil();
    expect(await serialsOf(...ids)).toEqual([
      [orders.serial(1, 2, 2014), orders.serial(11, 11, 2016)],
      [orders.serial(11, 13, 2016)],
      [orders.serial(21, 21, 2018)],
    ]);
  });

  it('keeps its allocation while it waits for the rest, and no later offset overtakes it', async () => {
    const [large, small] = [await orders.offset(5), await orders.offset(0.5)];
    await orders.credits(1, 3, 2016);
    expect((await orders.fulfil()).fulfilled).toBe(0);
    expect(await read(large)).toMatchObject({ status: 'processing', serial_numbers: [] });

    await orders.credits(11, 11, 2015);
    expect((await orders.fulfil()).fulfilled).toBe(0);
    expect(await read(small)).toMatchObject({ status: 'processing', serial_numbers: [] });

    await orders.credits(21, 22, 2017);
    expect((await orders.fulfil()).fulfilled).toBe(2);
    expect(await serialsOf(large, small)).toEqual([
      [orders.serial(1, 3, 2016), orders.serial(11, 11, 2015), orders.serial(21, 21, 2017)],
      [orders.serial(22, 22, 2017)],
    ]);
    expect(await read(large)).toMatchObject({
      vintage_start_date: '2015-01-01T00:00:00Z',
      vintage_end_date: '2017-12-31T00:00:00Z',
    });
  });

  it('is served by date, across accounts', async () => {
    world.server.setNow('2026-03-02T00:00:00Z');
    const later = await orders.offset(1, world.customer);
    world.server.setNow('2026-03-01T00:00:00Z');
    const sooner = await orders.offset(1, world.stranger);
    await orders.credits(1, 1);
    await orders.fulfil();
    expect(await read(sooner, world.stranger)).toMatchObject({ serial_numbers: [orders.serial(1, 1)] });
    expect(await read(later)).toMatchObject({ status: 'processing' });
  });

  it('gets no credits of another project', async () => {
    const id = await orders.offset(1);
    await importLines(world.server, verraLine('Stoves', 1, 10, 2010, orders.batch));
    await orders.fulfil();
    expect(await read(id)).toMatchObject({ status: 'processing' });
  });

  it('is fulfilled even if its project is complete by now', async () => {
    const id = await orders.offset(1);
    await orders.saveProject('complete');
    await orders.credits(1, 1);
    await orders.fulfil();
    expect(await read(id)).toMatchObject({ status: 'fulfilled' });
  });

  it('that already has all it needs is fulfilled, and blocks no others', async () => {
    const [whole, next] = [await orders.offset(2), await orders.offset(1)];
    await orders.credits(1, 2);
    await orders.fulfil();
    await world.server.sql(
      `update carbon_offsets set status = 'processing', serial_numbers = '{}', vintage_start_date = null,
         vintage_end_date = null where id = $1`,
      [whole],
    );
    await orders.credits(3, 3);
    expect((await orders.fulfil()).fulfilled).toBe(2);
    expect(await serialsOf(whole, next)).toEqual([[orders.serial(1, 2)], [orders.serial(3, 3)]]);
  });

  it('has the vintage and the serials of its lots, and the ledger check reports a mismatch', async () => {
    const id = await orders.offset(1.5);
    await orders.credits(1, 1, 2015);
    await orders.credits(2, 2, 2017);
    await orders.fulfil();
    const broken = async (change: string): Promise<string[]> => {
      const { server } = world;
      const [row] = await server.sql<{ kept: Json }>(
        'select to_jsonb(o) as kept from carbon_offsets o where id = $1',
        [id],
      );
      await server.sql(`update carbon_offsets set ${change} where id = $1`, [id]);
      const findings = await ledgerFindings(server);
      await server.sql(
        `update carbon_offsets o set vintage_start_date = kept.vintage_start_date,
           vintage_end_date = kept.vintage_end_date, serial_numbers = kept.serial_numbers
         from jsonb_populate_record(null::carbon_offsets, $2) kept where o.id = $1`,
        [id, row?.kept],
      );
      return findings.filter((finding) => finding.violations.length > 0).map(({ name }) => name);
    };
    const span = 'the vintage of a fulfilled carbon offset spans those of its lots';
    expect(await broken(`vintage_start_date = '2015-01-02Z'`)).toEqual([span]);
    expect(await broken(`vintage_end_date = '2015-12-31Z'`)).toEqual([span]);
    expect(
      await broken('serial_numbers = trim_array(serial_numbers, cardinality(serial_numbers) - 1)'),
    ).toEqual(['a carbon offset has a serial per lot and a vintage once it is fulfilled, and none before']);
    expect(await broken('id = id')).toEqual([]);
  });

  it('has an audit entry for its credits', async () => {
    const id = await orders.offset(2);
    await orders.credits(1, 1);
    await orders.fulfil();
    await orders.credits(2, 3);
    await orders.fulfil();
    const entries = await world.server.sql(
      'select account_id, action, before, after from audit_entries where subject_id = $1 order by at, id',
      [id],
    );
    const part = (starts_at: string, tonnes: string) => ({ lot_id: expect.any(String), starts_at, tonnes });
    expect(entries.slice(-2)).toEqual([
      {
        account_id: world.customer.id,
        action: 'carbon_offset.allot',
        before: null,
        after: { mtco2e: '2.000000', lots: [part('0', '1')], lacking: '1' },
      },
      {
        account_id: world.customer.id,
        action: 'carbon_offset.fulfil',
        before: { status: 'processing' },
        after: { status: 'fulfilled', mtco2e: '2.000000', lots: [part('0', '1'), part('0', '1')] },
      },
    ]);
  });
});
