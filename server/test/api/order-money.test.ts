import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveAccountSettings } from '../../src/features/accounts/account-settings-store.js';
import type { Json } from '../support/api-client.js';
import { bill, invoicesOf, type Invoice } from '../support/billing.js';
import { expectLedgerInBalance, ledgerFindings } from '../support/ledger.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.server.setNow('2026-10-15T12:00:00Z');
  member = await world.newAccount();
});
afterEach(async () => {
  await expectLedgerInBalance(world.server);
});

const named = (...ids: string[]): Json => ids.map((id) => ({ project_id: id }));

async function draft(body: Json): Promise<Json> {
  const answer = await member.api.post('/orders', body);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function place(id: string): Promise<void> {
  expect((await member.api.patch(`/orders/${id}/place`)).status).toBe(200);
}

async function billed(): Promise<Invoice> {
  world.server.setNow('2026-11-15T12:00:00Z');
  await bill(world.server, '2026-10');
  const [invoice, ...others] = await invoicesOf(world.server, member);
  expect(others).toEqual([]);
  return invoice as Invoice;
}

describe('Money in orders', () => {
  it('is the same in many small orders as in offsets', async () => {
    for (let count = 0; count < 50; count++) {
      const { id, price } = await draft({
        items: [{ quantity: 16 }],
        biomass_project_settings: named(world.projects.forest),
      });
      expect(price).toBe(0);
      await place(id);
    }
    expect(await billed()).toMatchObject({ total_exact: '0.24', total: '0.24' });
  });

  it('is exact for each project that an order is split among', async () => {
    const { id, biomass_price: price } = await draft({
      items: [{ quantity: 101 }],
      biomass_project_settings: [
        { project_id: world.projects.forest, percentage: 33.33 },
        { project_id: world.projects.grove, percentage: 66.67 },
      ],
    });
    expect(price).toBe(0.03);
    await place(id);
    const { total_exact: total, lines } = await billed();
    expect(total).toBe('0.0303');
    expect(lines.map((line) => [Number(line.pages), line.price]).sort()).toEqual([
      [34, '0.0102'],
      [67, '0.0201'],
    ]);
  });

  it('is exact for carbon, per project and in total', async () => {
    for (let count = 0; count < 4; count++) {
      const { id, carbon_price: price } = await draft({
        items: [{ mass: 200 }],
        biomass_project_settings: [],
        carbon_project_settings: named(world.carbon.stoves, world.carbon.mangroves),
      });
      expect(price).toBe(0);
      await place(id);
    }
    const { total_exact: total, lines } = await billed();
    expect(lines.map((line) => line.price).sort()).toEqual([
      ...Array<string>(4).fill('0.0013'),
      ...Array<string>(4).fill('0.0026'),
    ]);
    expect(total).toBe('0.0156');
  });

  it('is rounded half up when it is displayed', async () => {
    const { db } = world.server.running.instance.context;
    await db.transaction((tx) =>
      saveAccountSettings(tx, member.account.id, { rate: '0.005', carbonProjectIds: [] }),
    );
    const body = {
      items: [{ quantity: 1 }],
      biomass_project_settings: named(world.projects.forest),
    };
    const created = await draft(body);
    expect(created).toMatchObject({ biomass_price: 0.01, price: 0.01 });
    await place(created.id);
    expect((await member.api.get(`/orders/${created.id}`)).body).toMatchObject({ biomass_price: 0.01 });
    expect(await billed()).toMatchObject({ total_exact: '0.005', total: '0.01' });
  });

  it('is unchanged in drafts of an older version, which stored cents', async () => {
    const { id } = await draft({
      items: [{ quantity: 16 }],
      biomass_project_settings: named(world.projects.forest),
    });
    await world.server.sql(
      `update orders set biomass_price = 0, biomass_shares = jsonb_set(biomass_shares, '{0,price}', '"0"')
       where account_id = $1 and id = $2`,
      [member.id, id],
    );
    await place(id);
    expect((await billed()).lines.map((line) => line.price)).toEqual(['0']);
  });

  it.each([
    [
      'an order',
      'update orders set carbon_price = carbon_price + 0.0001 where account_id = $1',
      /equal the sum/,
    ],
    [
      'a biomass offset',
      'update biomass_offsets set price = price + 0.0001 where account_id = $1',
      /offsets of/,
    ],
    [
      'a carbon offset',
      'update carbon_offsets set price = price + 0.0001 where account_id = $1',
      /offsets of/,
    ],
  ])('is checked by the ledger, which reports a mismatch in %s', async (_, change, name) => {
    const { id } = await draft({
      items: [{ quantity: 16 }],
      biomass_project_settings: named(world.projects.forest),
      carbon_project_settings: named(world.carbon.stoves),
    });
    await place(id);
    await world.server.sql(change, [member.id]);
    const findings = await ledgerFindings(world.server);
    const broken = findings.filter((finding) => finding.violations.length > 0).map((finding) => finding.name);
    expect(broken).toContainEqual(expect.stringMatching(name));
    await world.server.sql(change.replace('+', '-'), [member.id]);
  });
});
