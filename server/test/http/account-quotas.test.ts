import { once } from 'node:events';
import { connect } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { blockInserts } from '../support/blocked-inserts.js';
import { until } from '../support/until.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

/** More than the connections of a server. */
const many = 30;

let world: World;
beforeAll(async () => {
  // The timeout applies to waiting for a connection, not for a lock: a test can hold locks longer.
  world = await startWorld({ REGROVE_CONNECTION_TIMEOUT_MS: '5000' });
});
afterAll(() => world.stop());

const numbers = Array.from({ length: many }, (_, index) => index + 1);

async function depositsOf(member: TestAccount): Promise<string[]> {
  const made = await Promise.all(numbers.map((pages) => member.api.post('/deposits', { pages })));
  return made.map(({ body }) => body.id as string);
}

/** Locks the deposits of these members, like a close that settles them. */
async function lockDeposits(...members: readonly TestAccount[]): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: world.server.database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from deposits where account_id = any($1) for update', [
    members.map(({ id }) => id),
  ]);
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

const waiting = async (): Promise<number> => {
  const [row] = await world.server.sql<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
};

async function expectServed(...members: readonly TestAccount[]): Promise<void> {
  for (const { api } of members) {
    expect((await api.get('/account')).status).toBe(200);
    expect((await api.post('/deposits', { pages: 1 })).status).toBe(200);
  }
}

/** Each request succeeds or gets a Retry-After. */
function expectDoneOrLater(answers: readonly Answer[]): void {
  for (const { status, headers } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(headers['retry-after']).toBe('1');
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true);
}

describe('While all requests of a tenant wait for locks', () => {
  it('all other accounts are served, including its parent and siblings', async () => {
    const victim = await world.newAccount('customer', world.channel);
    const ids = await depositsOf(victim);
    const release = await lockDeposits(victim);
    const deletes = ids.map((id) => victim.api.delete(`/deposits/${id}`));
    await until('8 requests to wait for locks', waiting, (count) => count >= 8);
    await expectServed(world.stranger, world.customer, world.channel, world.distributor);
    expect(await waiting()).toBe(8);
    await release();
    expectDoneOrLater(await Promise.all(deletes));
  });

  it("other tenants are served even if a whole tree of accounts waits, with its own keys and its parent's", async () => {
    const root = await world.newAccount('distributor');
    const channel = await world.newAccount('channel', root);
    const children = await Promise.all(numbers.slice(0, 4).map(() => world.newAccount('customer', channel)));
    const ids = await Promise.all(children.map(depositsOf));
    const release = await lockDeposits(...children);
    const deletes = children.flatMap((child, index) =>
      (ids[index] ?? [])
        .slice(0, 10)
        .map((id, count) =>
          count < 7
            ? child.api.delete(`/deposits/${id}`)
            : root.api.delete(`/accounts/${child.id}/deposits/${id}`),
        ),
    );
    await until('14 requests to wait for locks', waiting, (count) => count >= 14);
    await expectServed(world.stranger, world.customer);
    expect(await waiting()).toBe(14);
    await release();
    expectDoneOrLater(await Promise.all(deletes));
  });

  it('other accounts are served while replays of one request wait for the first', async () => {
    const member = await world.newAccount();
    const blocked = await blockInserts(world.server, 'quotes');
    const quote = { project_id: world.projects.forest, items: [{ quantity: 10 }] };
    const headers = { 'idempotency-key': 'the same' };
    const answers = numbers.map(() => member.api.post('/quotes', quote, { headers }));
    await blocked.waitFor(1);
    await until('8 requests to wait for locks', waiting, (count) => count >= 8);
    await expectServed(world.stranger, world.customer);
    await blocked.release();
    const done = await Promise.all(answers);
    expectDoneOrLater(done);
    expect(new Set(done.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1);
  });

  it('a client that disconnects and reconnects gets no larger share', async () => {
    const victim = await world.newAccount();
    const ids = await depositsOf(victim);
    const release = await lockDeposits(victim);
    for (const some of [ids.slice(0, 8), ids.slice(8, 16), ids.slice(16, 24)]) {
      const hangUp = new AbortController();
      const requests = some.map((id) =>
        victim.api.delete(`/deposits/${id}`, { signal: hangUp.signal }).catch(() => undefined),
      );
      await until('8 requests to wait for locks', waiting, (count) => count >= 8);
      hangUp.abort();
      await Promise.all(requests);
    }
    await expectServed(world.stranger);
    expect(await waiting()).toBe(8);
    await release();
    await until('no request to wait for locks', waiting, (count) => count === 0);
    await expectServed(victim);
  });

  it('signed-in users of the account get no extra share', async () => {
    const victim = await world.newAccount();
    const person = await signInVisitor(world.server, await createInvitedUser(world.server, victim.account));
    const ids = await depositsOf(victim);
    const release = await lockDeposits(victim);
    const deletes = ids
      .slice(0, 16)
      .map((id, index) =>
        index % 2 ? victim.api.delete(`/deposits/${id}`) : person.app('DELETE', `/v1/deposits/${id}`),
      );
    await until('8 requests to wait for locks', waiting, (count) => count >= 8);
    await expectServed(world.stranger);
    expect(await waiting()).toBe(8);
    await release();
    await Promise.all(deletes);
  });
});

describe('Responses that the client does not read', () => {
  it('hold no database connection', async () => {
    const member = await world.newAccount();
    await world.server.sql(
      `insert into deposits
       select (jsonb_populate_record(deposits, jsonb_build_object('id', gen_random_uuid()))).*
       from deposits, generate_series(1, 5000) where id = $1`,
      [(await member.api.post('/deposits', { pages: 1 })).body.id],
    );
    const { port, instance } = world.server.running;
    const readers = await Promise.all(
      numbers.map(async () => {
        const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
        await once(socket, 'secureConnect');
        socket.write(
          `GET /v1/deposits HTTP/1.1\r\nHost: x\r\nUser-Agent: SlowReader/1.0 (Tests)\r\nAuthorization: Bearer ${member.key}\r\n\r\n`,
        );
        await once(socket, 'readable');
        return socket;
      }),
    );
    await expectServed(world.stranger);
    expect(instance.pool.driver.waitingCount).toBe(0);
    await until('all statements to be over', async () => {
      const [row] = await world.server.sql<{ busy: number }>(
        `select count(*)::integer as busy from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      );
      return row?.busy === 0;
    });
    for (const socket of readers) socket.destroy();
  });
});

describe('Concurrent requests of one account', () => {
  it('are limited to the setting; excess requests get a Retry-After and change nothing', async () => {
    const few = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '5' });
    const blocked = await blockInserts(few.server, 'quotes');
    const quote = { project_id: few.projects.forest, items: [{ quantity: 10 }] };
    const held = numbers.slice(0, 5).map(() => few.customer.api.post('/quotes', quote));
    await blocked.waitFor(5);
    const { status, headers, body } = await few.customer.api.post('/quotes', quote);
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(body.error).toMatch(/requests of this account are in progress/);
    expect((await few.stranger.api.get('/account')).status).toBe(200);
    await blocked.release();
    expect((await Promise.all(held)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await few.customer.api.get('/quotes')).body).toHaveLength(5);
    await few.stop();
  });

  it('are no longer counted after a client that sent several at once has disconnected', async () => {
    const few = await startWorld({ REGROVE_ACCOUNT_CONCURRENCY: '5' });
    const blocked = await blockInserts(few.server, 'quotes');
    const { port } = few.server.running;
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const body = JSON.stringify({ project_id: few.projects.forest, items: [{ quantity: 10 }] });
    const written = ({ key }: TestAccount, line: string, content = '') =>
      `${line} HTTP/1.1\r\nHost: x\r\nUser-Agent: Pipeliner/1.0 (Tests)\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Length: ${content.length}\r\n\r\n${content}`;
    // The answers of the last five wait for that of the first, which is not counted with them.
    socket.write(
      written(few.stranger, 'POST /v1/quotes', body) + written(few.customer, 'GET /v1/account').repeat(5),
    );
    await blocked.waitFor(1);
    const status = async (): Promise<number> => (await few.customer.api.get('/account')).status;
    await until('all places to be taken', status, (seen) => seen === 503);
    socket.destroy();
    await until('all places to be free', status, (seen) => seen === 200);
    await blocked.release();
    await few.stop();
  });
});
