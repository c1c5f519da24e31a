import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fulfilCarbon, type Fulfilment } from '../src/carbon/fulfil-offsets.js';
import { reconcile } from '../src/ledger/reconcile.js';
import { newId } from '../src/platform/ids.js';
import { upsertCarbonProject } from '../src/projects/carbon-project-store.js';
import type { Json } from './support/api-client.js';
import { expectBooksInBalance } from './support/books.js';
import { sitDown } from './support/command-line.js';
import { importLines, verra, verraLine } from './support/credits.js';
import { startWorld, type Member, type World } from './support/world.js';

let world: World;
let projectId: string;
let batch = 1000;
beforeAll(async () => {
  world = await startWorld();
});
// Every test has a project of its own, and credits of a series of their own.
beforeEach(async () => {
  projectId = newId();
  batch++;
  await saveProject('active');
});
afterEach(() => world.server.setNow(undefined));
afterAll(async () => {
  await expectBooksInBalance(world.server);
  await world.stop();
});

const saveProject = (status: 'active' | 'complete'): Promise<unknown> =>
  upsertCarbonProject(world.server.running.instance.context.db, {
    id: projectId,
    name: `Project ${batch}`,
    type: 'Energy efficiency',
    registryName: 'Verra',
    pricePerTonne: '10',
    status,
    createdAt: new Date(),
  });

const tonnesPerGram = 1.3e-6;

/** Orders so many tonnes of the project; answers with the id of the carbon offset. */
async function offset(tonnes: number, { api }: Member = world.customer): Promise<string> {
  const { body: draft } = await api.post('/orders', {
    biomass_project_settings: [],
    carbon_project_settings: [{ project_id: projectId }],
    items: [{ mass: tonnes / tonnesPerGram }],
  });
  expect(draft.mtco2e).toBe(tonnes);
  return (await api.patch(`/orders/${draft.id}/place`)).body.carbon_offset_ids[0];
}

const credits = (first: number, last: number, year?: number): Promise<unknown> =>
  importLines(world.server, verraLine(projectId, first, last, year, batch));
const serial = (first: number, last: number, year?: number): string => verra(first, last, year, batch);
const fulfil = (): Promise<Fulfilment> => fulfilCarbon(world.server.running.instance.context);
const read = async (id: string, { api }: Member = world.customer): Promise<Json> =>
  (await api.get(`/carbon/offsets/${id}`)).body;
const serialsOf = async (...ids: string[]): Promise<string[][]> =>
  Promise.all(ids.map(async (id) => (await read(id)).serial_numbers));

describe('A carbon offset', () => {
  it('is fulfilled with serial numbers and the span of its vintages', async () => {
    const id = await offset(3.5);
    const before = await read(id);
    expect(before).toMatchObject({
      status: 'processing',
      vintage_start_date: null,
      vintage_end_date: null,
      serial_numbers: [],
    });
    await credits(1, 2, 2015);
    await credits(10, 20, 2017);
    expect((await fulfil()).fulfilled).toBe(1);
    const after = {
      ...before,
      status: 'fulfilled',
      vintage_start_date: '2015-01-01T00:00:00Z',
      vintage_end_date: '2017-12-31T00:00:00Z',
      serial_numbers: [serial(1, 2, 2015), serial(10, 11, 2017)],
    };
    expect(await read(id)).toEqual(after);
    expect((await world.customer.api.get('/carbon/offsets?limit=1')).body).toEqual([after]);
  });

  it('shares a credit with others, up to exactly its tonne', async () => {
    const ids = [await offset(0.4), await offset(0.6), await offset(0.999999), await offset(1.000001)];
    const last = await offset(0.5);
    await credits(86_055, 86_154);
    await fulfil();
    expect(await serialsOf(...ids, last)).toEqual([
      [serial(86_055, 86_055)],
      [serial(86_055, 86_055)],
      [serial(86_056, 86_056)],
      [serial(86_056, 86_057)],
      [serial(86_058, 86_058)],
    ]);
  });

  it('is given the oldest vintage first, whatever the order of import', async () => {
    await credits(21, 30, 2018);
    await credits(1, 2, 2014);
    await credits(11, 13, 2016);
    const ids = [await offset(2.5), await offset(2.5), await offset(1)];
    await fulfil();
    expect(await serialsOf(...ids)).toEqual([
      [serial(1, 2, 2014), serial(11, 11, 2016)],
      [serial(11, 13, 2016)],
      [serial(21, 21, 2018)],
    ]);
  });

  it('keeps what it was allotted while it waits for the rest, and nobody overtakes it', async () => {
    const [large, small] = [await offset(5), await offset(0.5)];
    await credits(1, 3, 2016);
    expect((await fulfil()).fulfilled).toBe(0);
    expect(await read(large)).toMatchObject({ status: 'processing', serial_numbers: [] });

    await credits(11, 11, 2015);
    expect((await fulfil()).fulfilled).toBe(0);
    expect(await read(small)).toMatchObject({ status: 'processing', serial_numbers: [] });

    await credits(21, 22, 2017);
    expect((await fulfil()).fulfilled).toBe(2);
    expect(await serialsOf(large, small)).toEqual([
      [serial(1, 3, 2016), serial(11, 11, 2015), serial(21, 21, 2017)],
      [serial(22, 22, 2017)],
    ]);
    expect(await read(large)).toMatchObject({
      vintage_start_date: '2015-01-01T00:00:00Z',
      vintage_end_date: '2017-12-31T00:00:00Z',
    });
  });

  it('is served by its date, across accounts', async () => {
    world.server.setNow('2026-03-02T00:00:00Z');
    const later = await offset(1, world.customer);
    world.server.setNow('2026-03-01T00:00:00Z');
    const sooner = await offset(1, world.stranger);
    await credits(1, 1);
    await fulfil();
    expect(await read(sooner, world.stranger)).toMatchObject({ serial_numbers: [serial(1, 1)] });
    expect(await read(later)).toMatchObject({ status: 'processing' });
  });

  it('takes no credits of another project', async () => {
    const id = await offset(1);
    await importLines(world.server, verraLine('Stoves', 1, 10, 2010, batch));
    await fulfil();
    expect(await read(id)).toMatchObject({ status: 'processing' });
  });

  it('is fulfilled although its project is complete by now', async () => {
    const id = await offset(1);
    await saveProject('complete');
    await credits(1, 1);
    await fulfil();
    expect(await read(id)).toMatchObject({ status: 'fulfilled' });
  });

  it('that holds all that it needs is fulfilled, and keeps nobody waiting', async () => {
    const [whole, next] = [await offset(2), await offset(1)];
    await credits(1, 2);
    await fulfil();
    await world.server.sql(
      `update carbon_offsets set status = 'processing', serial_numbers = '{}', vintage_start_date = null,
         vintage_end_date = null where id = $1`,
      [whole],
    );
    await credits(3, 3);
    expect((await fulfil()).fulfilled).toBe(2);
    expect(await serialsOf(whole, next)).toEqual([[serial(1, 2)], [serial(3, 3)]]);
  });

  it('has the vintage and the serials of its lots, or the books say so', async () => {
    const id = await offset(1.5);
    await credits(1, 1, 2015);
    await credits(2, 2, 2017);
    await fulfil();
    const broken = async (change: string): Promise<string[]> => {
      const { server } = world;
      const [row] = await server.sql<{ kept: Json }>(
        'select to_jsonb(o) as kept from carbon_offsets o where id = $1',
        [id],
      );
      await server.sql(`update carbon_offsets set ${change} where id = $1`, [id]);
      const findings = await reconcile(server.running.instance.pool);
      await server.sql(
        `update carbon_offsets o set vintage_start_date = kept.vintage_start_date,
           vintage_end_date = kept.vintage_end_date, serial_numbers = kept.serial_numbers
         from jsonb_populate_record(null::carbon_offsets, $2) kept where o.id = $1`,
        [id, row?.kept],
      );
      return findings.filter((finding) => finding.broken.length > 0).map(({ name }) => name);
    };
    const span = 'the vintage of a fulfilled carbon offset spans those of its lots';
    expect(await broken(`vintage_start_date = '2015-01-02Z'`)).toEqual([span]);
    expect(await broken(`vintage_end_date = '2015-12-31Z'`)).toEqual([span]);
    expect(await broken('serial_numbers = serial_numbers[1:1]')).toEqual([
      'a carbon offset has a serial per lot and a vintage once it is fulfilled, and none before',
    ]);
    expect(await broken('id = id')).toEqual([]);
  });

  it('leaves a trail of what it was given', async () => {
    const id = await offset(2);
    await credits(1, 1);
    await fulfil();
    await credits(2, 3);
    await fulfil();
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

describe('Fulfilment', () => {
  /** Offsets past the API, because there are many. */
  const insertMany = (count: number, tonnes: string): Promise<Json[]> =>
    world.server.sql(
      `insert into carbon_offsets (account_id, id, project_id, methodology_id, date, mtco2e, price, status)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), now(), ${tonnes}, 0, 'processing'
       from generate_series(1, ${count}) as i`,
      [world.customer.id, projectId],
    );

  it('uses nothing twice when it runs many times at once', async () => {
    await insertMany(1500, '0.1 + (i % 7) * 0.3');
    for (let lot = 0; lot < 30; lot++) await credits(1 + lot * 100, 50 + lot * 100, 2010 + (lot % 5));
    const before = (await fulfilStatus()).processing;
    const runs = await Promise.all(Array.from({ length: 8 }, fulfil));
    const after = await fulfilStatus();
    expect(runs.reduce((sum, { fulfilled }) => sum + fulfilled, 0)).toBe(before - after.processing);
    expect(after.processing).toBeLessThan(before);
    expect(await serialsWithoutTonnes()).toEqual([]);
    await expectBooksInBalance(world.server);
  });

  it('goes on over as many lots and offsets as there are', async () => {
    await insertMany(1200, '1');
    await importLines(
      world.server,
      ...Array.from({ length: 600 }, (_, lot) => verraLine(projectId, lot * 2 + 1, lot * 2 + 2, 2016, batch)),
    );
    expect((await fulfil()).fulfilled).toBe(1200);
    expect(await fulfilStatus()).toEqual({ processing: 0, fulfilled: 1200 });
  });

  it('is a command that says what it did and what waits', async () => {
    const operator = await sitDown({ database: world.server.database });
    await offset(1.25);
    await offset(2);
    await credits(1, 2);
    const { fulfilled, waiting } = await operator.json('carbon', 'fulfil');
    expect(fulfilled).toBe(1);
    expect(await operator.json('carbon', 'fulfil')).toEqual({ fulfilled: 0, waiting });
    expect((await operator.run('carbon', 'fulfil')).stdout).toBe(
      `0 carbon offsets fulfilled, ${waiting} still waiting\n`,
    );
    const listed = await operator.json('carbon-credits', 'list');
    expect(listed.find(({ project_id }: Json) => project_id === projectId)).toMatchObject({
      used: 2,
      left: 0,
    });
    const { stdout } = await operator.run('carbon-credits', 'list');
    expect(stdout).toMatch(new RegExp(`\nProject ${batch} +2 +2 +0 +1\\.25\n`));
    await operator.leave();
  });

  const fulfilStatus = async (): Promise<{ processing: number; fulfilled: number }> => {
    const [row] = await world.server.sql<{ processing: number; fulfilled: number }>(
      `select count(*) filter (where status = 'processing')::int as processing,
         count(*) filter (where status = 'fulfilled')::int as fulfilled
       from carbon_offsets where project_id = $1`,
      [projectId],
    );
    return row as { processing: number; fulfilled: number };
  };

  /** Credits that are listed by offsets which together have more than a tonne of them. */
  const serialsWithoutTonnes = (): Promise<Json[]> =>
    world.server.sql(
      `select lot_id, credit from carbon_allocations join carbon_lots on carbon_lots.id = lot_id
       cross join generate_series(0, carbon_lots.tonnes - 1) as credit
       where project_id = $1 and starts_at < credit + 1 and starts_at + carbon_allocations.tonnes > credit
       group by lot_id, credit
       having sum(least(starts_at + carbon_allocations.tonnes, credit + 1) - greatest(starts_at, credit)) > 1`,
      [projectId],
    );
});
