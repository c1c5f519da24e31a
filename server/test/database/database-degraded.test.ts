import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { asAdmin } from '../support/database.js';
import { cutConnections } from '../support/outage.js';
import { until } from '../support/until.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let person: Visitor;
beforeAll(async () => {
  // The limits of the database itself are tested.
  world = await startWorld({ REGROVE_STATEMENT_TIMEOUT_MS: '0', REGROVE_LOCK_TIMEOUT_MS: '0' });
  person = await signInVisitor(world.server, await createInvitedUser(world.server, world.customer.account));
});
afterAll(() => world.stop());

const settle = async (setting: string): Promise<void> => {
  await asAdmin((client) => client.query(`alter database ${world.server.database.name} ${setting}`));
  // The setting applies to new connections only.
  await cutConnections(world.server);
  await until(
    'the server to reach the database with the new setting',
    async () => (await world.customer.api.get('/account')).status,
    (status) => status === 200,
  );
};

function expectTrouble({ status, body, headers }: Answer, words: string): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { code: 503, error: `The database ${words}; try again shortly` },
  });
  expect(headers['retry-after']).toBe('1');
}

const deposit = (): Promise<Answer> => world.customer.api.post('/deposits', { pages: 1 });
const deposits = async (): Promise<unknown> => (await world.customer.api.get('/deposits')).body;

describe('A read-only database', () => {
  beforeEach(() => settle('set default_transaction_read_only = on'));
  afterEach(() => settle('reset default_transaction_read_only'));

  it('refuses writes with a clear message and still serves reads', async () => {
    const before = await deposits();
    expectTrouble(await deposit(), 'is read-only at the moment');
    expectTrouble(
      await world.customer.api.post('/users', { email: 'new@example.com' }),
      'is read-only at the moment',
    );
    expect(await deposits()).toEqual(before);
  });

  it('still serves pages, even for visits that should be recorded', async () => {
    const later = new Date(Date.now() + 10 * 60_000);
    world.server.setNow(later);
    expect((await person.get('/app/session')).status).toBe(200);
    world.server.setNow(undefined);
  });
});

describe('A slow database', () => {
  let holder: pg.Client;
  beforeEach(async () => {
    await settle(`set statement_timeout = '3s'`);
    holder = new pg.Client({ connectionString: world.server.database.url });
    await holder.connect();
    await holder.query('begin; lock table deposits in exclusive mode');
  });
  afterEach(() => settle('reset statement_timeout'));

  it('fails a request after its timeout, while other requests succeed; the same request succeeds later', async () => {
    const before = await deposits();
    const [refused, read, other] = await Promise.all([
      deposit(),
      world.customer.api.get('/account'),
      world.customer.api.post('/quotes', { project_id: world.projects.forest, items: [{ quantity: 10 }] }),
    ]);
    expectTrouble(refused, 'took too long');
    expect([read.status, other.status]).toEqual([200, 200]);
    await holder.end();
    expect(await deposits()).toEqual(before);
    expect((await deposit()).status).toBe(200);
  });
});

describe('A database that has run out of a resource', () => {
  afterEach(() => world.server.sql('drop trigger if exists used_up on deposits'));

  it.each([
    ['53100', 'is out of disk space'],
    ['53200', 'is out of memory'],
    ['53400', 'is not reachable at the moment'],
  ])('reports error %s, stores nothing, and accepts the same request later', async (code, words) => {
    await world.server.sql(`
      create or replace function used_up() returns trigger language plpgsql as $$
      begin raise exception 'used up' using errcode = '${code}'; end $$`);
    await world.server.sql(
      'create trigger used_up after insert on deposits for each row execute function used_up()',
    );
    const before = await deposits();
    const headers = { 'idempotency-key': code };
    const send = (): Promise<Answer> => world.customer.api.post('/deposits', { pages: 7 }, { headers });
    expectTrouble(await send(), words);
    expect(await deposits()).toEqual(before);
    await world.server.sql('drop trigger used_up on deposits');
    const { status, headers: answered } = await send();
    expect([status, answered['idempotent-replayed']]).toEqual([200, undefined]);
  });
});
