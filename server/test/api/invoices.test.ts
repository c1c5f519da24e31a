import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { bill, insertOffsets } from '../support/billing.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  const { forest, grove } = world.projects;
  for (const [member, pages, date, project_id] of [
    [world.customer, 1001, '2020-03-01', forest],
    [world.customer, 2001, '2020-03-31T23:59:59Z', grove],
    [world.customer, 4000, '2020-04-02', forest],
    [world.stranger, 5000, '2020-03-15', forest],
  ] as const)
    await member.api.post('/biomass/offsets', { pages, date, project_id });
  for (const month of ['2020-03', '2020-04']) await bill(world.server, month);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

const listed = async (): Promise<Json> => (await world.customer.api.get('/invoices')).body;

describe('GET /invoices', () => {
  it('returns the invoices that the command lists, newest first', async () => {
    const all = await listed();
    const commanded: Json = await operator.json('invoices', 'list', '--account', world.customer.id);
    expect(commanded.toReversed()).toMatchObject(all);
    expect(Object.keys(all[0])).not.toContain('tax');
    expect(all.map(({ month }: Json) => month)).toEqual(['2020-04', '2020-03']);
    expect((await world.distributor.api.get(`/accounts/${world.customer.id}/invoices`)).body).toEqual(all);
    expect((await world.channel.api.get('/invoices')).body).toEqual([]);
    expectRefusal(await world.stranger.api.get(`/accounts/${world.customer.id}/invoices`), 404);
  });
});

describe('GET /invoices/:id', () => {
  it('returns an invoice with its lines, as the command shows it', async () => {
    const [, march] = await listed();
    const { status, headers, body } = await world.customer.api.get(`/invoices/${String(march.id)}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await operator.json('invoices', 'show', march.number)).toMatchObject(body);
    expect(body.lines.map(({ pages }: Json) => pages)).toEqual([1001, 2001]);
    const sum = body.lines.reduce((cents: number, { amount }: Json) => cents + Math.round(amount * 100), 0);
    expect(sum).toBe(Math.round(body.total * 100));
    const above = `/accounts/${world.customer.id}/invoices/${String(march.id).toUpperCase()}`;
    expect((await world.channel.api.get(above)).body).toEqual(body);
  });

  it('returns 404 for an unknown invoice or one out of reach', async () => {
    const [april] = await listed();
    for (const id of [unknownId, 'x', 'INV-000001'])
      expectRefusal(await world.customer.api.get(`/invoices/${id}`), 404);
    expectRefusal(await world.stranger.api.get(`/invoices/${String(april.id)}`), 404);
    expectRefusal(await world.channel.api.get(`/invoices/${String(april.id)}`), 404);
  });

  it('returns all lines of an invoice that is longer than one batch of rows', async () => {
    const member = await world.newAccount();
    const count = 12_345;
    await insertOffsets(world.server, member, world.projects.forest, count);
    await bill(world.server, '2020-05');
    const [{ id, line_count }] = (await member.api.get('/invoices')).body;
    const { body } = await member.api.get(`/invoices/${String(id)}`);
    expect([line_count, body.line_count, body.lines.length]).toEqual([count, count, count]);
    expect(body.lines.map(({ pages }: Json) => pages)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });
});
