import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../src/features/sandboxes/open-sandbox.js';
import { fulfilCarbonTask } from '../../src/jobs/tasks/fulfil-carbon.js';
import { apiClient, type Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import {
  accountsOf,
  advanceTo,
  createSandbox,
  runToEnd,
  schemaOf,
  type TestSandbox,
} from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-01-10T09:00:00Z');
});
afterAll(() => world.stop());

describe('The clock of a sandbox', () => {
  it('stands still', async () => {
    const sandbox = await createSandbox(world);
    world.server.setNow('2026-01-11T09:00:00Z');
    expect((await sandbox.api.get('/sandbox')).body).toEqual({
      id: sandbox.id,
      now: '2026-01-10T09:00:00Z',
      status: 'ready',
      advancing_to: null,
      expires_at: '2026-02-09T09:00:00Z',
      deletes_at: '2026-02-16T09:00:00Z',
    });
    expect((await sandbox.api.post('/deposits', { pages: 1 })).body.date).toBe('2026-01-10T09:00:00Z');
    world.server.setNow('2026-01-10T09:00:00Z');
  });

  it.each([
    ['2026-01-10T09:00:00Z', /after 2026-01-10T09:00:00Z.*only moves forward/],
    ['2025-12-31', /only moves forward/],
    ['2028-01-10T09:00:01Z', /at most 24 months after 2026-01-10T09:00:00Z/],
    ['tomorrow', /to must be/],
    [null, /to/],
  ])('is not moved to %s', async (to, words) => {
    const sandbox = await createSandbox(world);
    expectRefusal(await sandbox.api.post('/sandbox/advance', { to }), 400, words);
    expectRefusal(await sandbox.api.post('/sandbox/advance', {}), 400, /to/);
    expect((await sandbox.api.get('/sandbox')).body).toMatchObject({ status: 'ready', now: sandbox.now });
    await world.distributor.api.delete(`/sandboxes/${sandbox.id}`);
  });

  it('moves up to 24 months at once', async () => {
    const sandbox = await createSandbox(world);
    const { body } = await sandbox.api.post('/sandbox/advance', { to: '2028-01-10T09:00:00Z' });
    expect(body).toMatchObject({
      status: 'advancing',
      advancing_to: '2028-01-10T09:00:00Z',
      now: sandbox.now,
    });
    await world.distributor.api.delete(`/sandboxes/${sandbox.id}`);
  });
});

describe('While a sandbox advances', () => {
  it('everything can be read, and nothing changed', async () => {
    const sandbox = await createSandbox(world);
    await sandbox.api.post('/deposits', { pages: 5 });
    await sandbox.api.post('/sandbox/advance', { to: '2026-01-12' });
    const words = /advancing to 2026-01-12T00:00:00Z: nothing can be changed until it has arrived/;
    expectRefusal(await sandbox.api.post('/deposits', { pages: 7 }), 400, words);
    expectRefusal(await sandbox.api.patch('/settings', { locale: 'de' }), 400, words);
    expectRefusal(await sandbox.api.delete('/deposits/0190ffff-ffff-7fff-8fff-ffffffffffff'), 400, words);
    expectRefusal(await sandbox.api.post('/sandbox/advance', { to: '2026-01-13' }), 400, words);
    for (const path of ['/account', '/deposits', '/accounts', '/sandbox', '/sandbox/mails', '/settings'])
      expect(await sandbox.api.get(path)).toMatchObject({ status: 200 });
    await runToEnd(world.server, sandbox);
    expect((await sandbox.api.get('/deposits')).body).toHaveLength(1);
    expect(await sandbox.api.post('/deposits', { pages: 7 })).toMatchObject({
      status: 200,
      body: { pages: 7 },
    });
    // Live accounts are not concerned.
    expect(await world.distributor.api.post('/deposits', { pages: 1 })).toMatchObject({ status: 200 });
  });

  it('one of two requests starts it', async () => {
    const sandbox = await createSandbox(world);
    const answers = await Promise.all(
      ['2026-01-11', '2026-01-12', '2026-01-13'].map((to) => sandbox.api.post('/sandbox/advance', { to })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await runToEnd(world.server, sandbox);
  });

  it('a repeated request returns the first response', async () => {
    const sandbox = await createSandbox(world);
    const again = { headers: { 'idempotency-key': 'advance once' } };
    const first = await sandbox.api.post('/sandbox/advance', { to: '2026-01-11' }, again);
    await runToEnd(world.server, sandbox);
    expect((await sandbox.api.post('/sandbox/advance', { to: '2026-01-11' }, again)).body).toEqual(
      first.body,
    );
  });
});

/** Returns the path of the customer. */
async function orderCarbon({ api }: TestSandbox, customer: Json): Promise<string> {
  const order = {
    items: [{ quantity: 10_000 }],
    carbon_project_settings: [{ project_id: world.carbon.stoves }],
  };
  const path = `/accounts/${customer.id}`;
  const { id } = (await api.post(`${path}/orders`, order)).body;
  expect(await api.patch(`${path}/orders/${id}/place`)).toMatchObject({ status: 200 });
  return path;
}

describe('The task that allocates carbon', () => {
  it('retires the credits at its next run, also if it is interrupted and repeated', async () => {
    const sandbox = await createSandbox(world);
    const { 'First customer': customer = {} } = await accountsOf(sandbox);
    const path = await orderCarbon(sandbox, customer);
    const opened = await openSandbox(world.server.running.instance.context, sandbox.id);
    if (!opened) throw new Error('the sandbox is gone');
    const job = { payload: {}, stopping: new AbortController().signal };
    for (let run = 0; run < 2; run++) await fulfilCarbonTask.run(opened.context, job);
    const [offset] = (await sandbox.api.get(`${path}/carbon/offsets`)).body;
    expect(offset).toMatchObject({ status: 'fulfilled' });
    const retirements = async () =>
      (await sandbox.api.get(`${path}/carbon/offsets/${offset.id}/retirements`)).body;
    expect(await retirements()).toMatchObject([{ status: 'allocated' }]);
    await advanceTo(world.server, sandbox, '2026-01-12T00:00:00Z');
    expect(await retirements()).toMatchObject([{ status: 'retired' }]);
  });
});

describe('Two months', () => {
  let sandbox: TestSandbox;
  let customer: Json;
  beforeAll(async () => {
    sandbox = await createSandbox(world);
    ({ 'First customer': customer } = await accountsOf(sandbox));
    await orderCarbon(sandbox, customer);
    await advanceTo(world.server, sandbox, '2026-03-02T00:00:00Z');
  });

  const below = async (path: string): Promise<Json[]> =>
    (await sandbox.api.get(`/accounts/${customer.id}${path}`)).body;

  it('have a deposit for each working day', async () => {
    const days = (await below('/deposits?limit=100')).map(({ date }) => date.slice(0, 10));
    expect(new Set(days).size).toBe(days.length);
    expect(days.length).toBeGreaterThan(30);
    expect(days.filter((day) => [0, 6].includes(new Date(day).getUTCDay()))).toEqual([]);
  });

  it('are closed: paper becomes trees', async () => {
    const offsets = await below('/biomass/offsets');
    // The order, and a close for each month.
    expect(offsets).toHaveLength(3);
    const deposited = (await below('/deposits?limit=100')).filter(({ date }) => date < '2026-03');
    const sumOf = (rows: Json[]): number => rows.reduce((sum: number, { pages }) => sum + Number(pages), 0);
    const closed = offsets.filter(({ order_id }) => order_id === null);
    expect(sumOf(closed)).toBe(sumOf(deposited));
  });

  it('are billed, and carbon is allocated', async () => {
    expect(await below('/invoices')).toMatchObject([{ month: '2026-02' }, { month: '2026-01' }]);
    expect(await below('/carbon/offsets')).toMatchObject([
      { status: 'fulfilled', serial_numbers: [expect.stringContaining('SANDBOX-')] },
    ]);
    const [{ id }] = (await below('/carbon/offsets')) as [Json];
    expect(await below(`/carbon/offsets/${id}/retirements`)).toMatchObject([
      { status: 'retired', retired_on: expect.stringMatching(/^2026-0[12]-/), beneficiary: 'First customer' },
    ]);
  });

  it('write mails that are caught, newest first, and sent to nobody', async () => {
    const mails = (await sandbox.api.get('/sandbox/mails?limit=100')).body;
    expect(mails.map(({ kind }: Json) => kind)).toEqual(expect.arrayContaining(['invitation', 'invoice']));
    const times = mails.map(({ created_at }: Json) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    for (const mail of mails)
      expect(mail).toMatchObject({
        to: expect.stringMatching(/@sandbox\.example$/),
        subject: expect.stringMatching(/./),
        text: expect.stringMatching(/./),
        html: expect.stringContaining('<html'),
      });
    const states = await world.server.sql(`select distinct state from ${schemaOf(sandbox)}.mails`);
    expect(states).toEqual([{ state: 'sent' }]);
    expect(await world.server.sql('select from mails')).toEqual([]);
  });

  it('leave no job behind, and a ledger in balance', async () => {
    expect(await world.server.sql(`select task, last_error from ${schemaOf(sandbox)}.sandbox_jobs`)).toEqual(
      [],
    );
    const pool = world.server.running.instance.context.sandboxes.open(sandbox.id);
    const inSandbox = { ...world.server, running: { instance: { pool } } };
    await expectLedgerInBalance(inSandbox as never, schemaOf(sandbox));
    await expectLedgerInBalance(world.server);
  });

  it('are the same in another sandbox with the same devices', async () => {
    const twin = await createSandbox(world);
    const { 'First customer': other } = await accountsOf(twin);
    await advanceTo(world.server, twin, '2026-03-02T00:00:00Z');
    const deposits = await apiClient(world.server, twin.key).get(`/accounts/${other.id}/deposits?limit=100`);
    const facts = (all: Json[]) => all.map(({ date, pages }) => ({ date, pages }));
    expect(facts(deposits.body)).toEqual(facts(await below('/deposits?limit=100')));
  });
});
