import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOffset } from '../../src/features/biomass/new-offset-store.js';
import { currentMethodology } from '../../src/features/methodologies/methodology-store.js';
import type { Database } from '../../src/database/database.js';
import { newId } from '../../src/platform/ids.js';
import { addUncountedTrees } from '../../src/features/projects/uncounted-tree-store.js';
import type { Answer } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { watchChanges, type Changes } from '../support/changes.mjs';
import { doneOrWaiting, blockInserts } from '../support/blocked-inserts.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let changes: Changes;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
  await world.server.sql(`
    create function fail() returns trigger language plpgsql as $$
    begin
      raise exception 'the disk is on fire';
    end $$`);
  changes = await watchChanges(world.server);
});
afterAll(() => world.stop());

const offsetTables = ['biomass_offsets', 'biomass_certificates', 'account_volume', 'project_plantings'];
const items = [{ quantity: 1000 }];

/** Each sets up what it needs as `by` and returns the one call that must be atomic. */
const works: Record<string, (by: TestAccount) => Promise<() => Promise<Answer>>> = {
  'an offset by pages': (by) =>
    Promise.resolve(() => by.api.post('/biomass/offsets', { pages: 10, project_id: world.projects.forest })),
  'an offset with an Idempotency-Key': (by) => {
    const headers = { 'idempotency-key': newId() };
    return Promise.resolve(() => by.api.post('/biomass/offsets', { pages: 10 }, { headers }));
  },
  'the execution of a quote': async (by) => {
    const { body: quote } = await by.api.post('/quotes', { project_id: world.projects.forest, items });
    return () => by.api.post('/biomass/offsets', { quote_id: quote.id });
  },
  'the placing of an order': async (by) => {
    const { body: order } = await by.api.post('/orders', {
      items,
      biomass_project_settings: [{ project_id: world.projects.forest }, { project_id: world.projects.grove }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }, { project_id: world.carbon.mangroves }],
    });
    return () => by.api.patch(`/orders/${order.id}/place`);
  },
  'the deletion of an offset': async (by) => {
    const { body: offset } = await by.api.post('/biomass/offsets', {
      pages: 10,
      project_id: world.projects.forest,
    });
    return () => by.api.delete(`/biomass/offsets/${offset.id}`);
  },
};
const prepare = (work: string, by: TestAccount = member): Promise<() => Promise<Answer>> => {
  const begin = works[work];
  if (!begin) throw new Error(`There is no ${work}`);
  return begin(by);
};

const placingTables = [...offsetTables, 'carbon_offsets', 'orders'];
const casesOf = (tables: Record<string, string[]>): [string, string][] =>
  Object.entries(tables).flatMap(([work, names]) => names.map((name): [string, string] => [work, name]));

/** Nothing has changed since the last look, and repeating the call succeeds. */
async function expectNothingLeft(again: () => Promise<Answer>): Promise<void> {
  expect(await changes()).toEqual([]);
  expect((await again()).status).toBe(200);
  await expectLedgerInBalance(world.server);
}

describe('Atomic requests', () => {
  it.each(
    casesOf({
      'an offset by pages': offsetTables,
      'an offset with an Idempotency-Key': [...offsetTables, 'idempotent_requests'],
      'the execution of a quote': offsetTables,
      'the placing of an order': placingTables,
      'the deletion of an offset': offsetTables,
    }),
  )('%s changes nothing when %s cannot be written', async (work, table) => {
    const call = await prepare(work);
    await changes();
    await world.server.sql(
      `create trigger fail before insert or update or delete on ${table} for each row execute function fail()`,
    );
    const answer = await call();
    await world.server.sql(`drop trigger fail on ${table}`);
    expectRefusal(answer, 500);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body.error).not.toMatch(/fire/);
    await expectNothingLeft(call);
  });

  it.each(Object.keys(works))('%s changes nothing when the commit itself fails', async (work) => {
    const call = await prepare(work);
    await changes();
    await world.server.sql(`
      create constraint trigger fail after insert or delete on biomass_offsets deferrable initially deferred
      for each row execute function fail()`);
    const answer = await call();
    await world.server.sql('drop trigger fail on biomass_offsets');
    expectRefusal(answer, 500);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await expectNothingLeft(call);
  });

  it.each(
    casesOf({
      'an offset by pages': offsetTables,
      'an offset with an Idempotency-Key': ['project_plantings'],
      'the execution of a quote': ['biomass_offsets'],
      'the placing of an order': ['biomass_certificates', 'carbon_offsets'],
      'the deletion of an offset': ['project_plantings'],
    }),
  )('%s changes nothing when its database process dies in the middle of %s', async (work, table) => {
    const call = await prepare(work);
    await changes();
    const blocked = await blockInserts(world.server, table);
    const underWay = call();
    const [pid] = await blocked.waitFor(1);
    await blocked.end(pid);
    const answer = await underWay;
    await blocked.release();
    expectRefusal(answer, 503, /try again/);
    await expectNothingLeft(call);
  });
});

describe('Concurrent accounts', () => {
  const pool = (): Database => world.server.running.instance.context.db;

  /** An offset that is created, but not committed until `meanwhile` has finished. */
  const whileAnOffsetIsOpen = (by: TestAccount, meanwhile: () => Promise<void>): Promise<void> =>
    pool().transaction(async (db) => {
      const now = world.server.now();
      await insertOffset(db, by.account.id, {
        id: newId(),
        certificateId: newId(),
        projectId: world.projects.forest,
        projectName: 'Forest',
        accountName: 'Shop',
        quoteId: null,
        orderId: null,
        methodologyId: (await currentMethodology(db)).id,
        date: now,
        pages: 10,
        trees: '0.0012',
        price: '0.003',
        createdAt: now,
        maxUnbilled: null,
        actor: world.server.running.instance.context.actor,
      });
      await meanwhile();
    });

  const expectNoWaiting = async (call: () => Promise<Answer>): Promise<void> => {
    const work = call();
    expect(await doneOrWaiting(world.server, work)).toBe('done');
    expect((await work).status).toBe(200);
  };

  it.each(Object.keys(works))(
    "never wait for each other: %s succeeds while another account's offset for the same project is uncommitted",
    async (work) => {
      const other = await world.newAccount('customer', world.channel);
      const call = await prepare(work);
      await whileAnOffsetIsOpen(other, () => expectNoWaiting(call));
      await expectLedgerInBalance(world.server);
    },
  );

  it('never wait for relatives: parent, child and sibling create offsets at the same time', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    const sibling = await world.newAccount('customer', parent);
    await whileAnOffsetIsOpen(child, async () => {
      for (const by of [parent, sibling]) await expectNoWaiting(await prepare('an offset by pages', by));
    });
  });

  it('never wait for the job that counts the trees of their project', async () => {
    const calls = await Promise.all(Object.keys(works).map((work) => prepare(work)));
    await pool().transaction(async (db) => {
      expect(await addUncountedTrees(db, 10_000)).toBeGreaterThan(0);
      for (const call of calls) await expectNoWaiting(call);
    });
    await expectLedgerInBalance(world.server);
  });
});
