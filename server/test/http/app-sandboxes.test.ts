import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSandbox } from '../../src/jobs/sandbox/run-sandbox.js';
import { findSandbox } from '../../src/features/sandboxes/sandbox-store.js';
import { changeUser } from '../../src/features/users/change-user.js';
import { newId } from '../../src/platform/ids.js';
import { signInOperator } from '../support/operator.js';
import { apiClient } from '../support/api-client.js';
import { until } from '../support/until.js';
import { createAcceptedUser, signInVisitor, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let list: string;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-17T09:30:00Z');
  const { server, distributor } = world;
  holder = await signInVisitor(
    server,
    await createAcceptedUser(server, distributor.account, { email: 'jo@example.com' }),
  );
  list = `/app/accounts/${distributor.id}/sandboxes`;
});
afterAll(() => world.stop());

const created = async (name: string): Promise<{ id: string; account_id: string; key: string }> => {
  const { status, body } = await holder.app('POST', list, { name });
  expect(status).toBe(200);
  return body as { id: string; account_id: string; key: string };
};

const run = async (id: string): Promise<void> => {
  const { context } = world.server.running.instance;
  const sandbox = await findSandbox(context.db, id);
  if (!sandbox) throw new Error('There is no such sandbox');
  const never = new AbortController().signal;
  await runSandbox(context, sandbox, { turn: never, stopping: never });
};

describe('Sandboxes of a root account', () => {
  it('are created with a key, listed with their clocks, and deleted', async () => {
    const { id, key } = await created('One');
    expect(key).toMatch(/^rg_test_/);
    const { body } = await holder.get(list);
    expect(body).toEqual({
      sandboxes: [
        {
          id,
          name: 'One',
          now: '2026-11-17T09:30:00Z',
          advancing_to: null,
          is_expired: false,
          created_at: '2026-11-17T09:30:00Z',
          expires_at: '2026-12-17T09:30:00Z',
          deletes_at: '2026-12-24T09:30:00Z',
        },
      ],
      max: 20,
    });
    const { stranger } = world;
    const other = await signInVisitor(world.server, await createAcceptedUser(world.server, stranger.account));
    expect((await other.app('DELETE', `/app/accounts/${stranger.id}/sandboxes/${id}`)).status).toBe(404);
    expect((await holder.app('DELETE', `${list}/${id}`)).status).toBe(200);
    expect((await holder.app('DELETE', `${list}/${id}`)).status).toBe(404);
    expect((await holder.get(list)).body.sandboxes).toEqual([]);
  });

  it('are neither for accounts below nor inside a sandbox', async () => {
    const below = `/app/accounts/${world.channel.id}/sandboxes`;
    const { status, body } = await holder.app('POST', below, {});
    expect([status, body.reason]).toEqual([403, { code: 'root-only' }]);
    expect((await holder.get(below)).body.sandboxes).toEqual([]);
    const { id, account_id: root } = await created('Two');
    const inside = `/sandbox/${id}/app/accounts/${root}/sandboxes`;
    expect((await holder.get(inside)).status).toBe(404);
    expect((await holder.app('POST', inside, {})).status).toBe(404);
  });

  it('stay listed while they are closed', async () => {
    const { id, account_id: root } = await created('Three');
    await world.server.sql("update sandboxes set expires_at = '2026-11-17T09:00:00Z' where id = $1", [id]);
    const { body } = await holder.get(list);
    expect(body.sandboxes.find((one: { id: string }) => one.id === id)).toMatchObject({ is_expired: true });
    const closed = await holder.app('GET', `/sandbox/${id}/app/accounts/${root}/sandbox`);
    expect([closed.status, closed.body.reason]).toEqual([403, { code: 'sandbox-expired' }]);
  });
});

describe('Inside a sandbox', () => {
  it('the session is that of the person, at the root account and time of the sandbox', async () => {
    const { id, account_id: root } = await created('Session');
    // Somebody of the sandbox has the same address.
    await holder.app('POST', `/sandbox/${id}/v1/users`, { email: 'jo@example.com' });
    const { body } = await holder.get(`/sandbox/${id}/app/session`);
    expect(body).toMatchObject({
      user: { email: 'jo@example.com', is_operator: false },
      account: { id: root },
      accounts: [{ account_id: root }],
      invitations: [],
      sandbox: { id, now: '2026-11-17T09:30:00Z', status: 'ready', advancing_to: null },
    });
    expect((await holder.get('/app/session')).body.sandbox).toBeNull();
    expect((await holder.app('PATCH', `/sandbox/${id}/app/session`, { locale: 'de' })).status).toBe(404);
  });

  it('the clock is advanced, with progress, and changes wait for it', async () => {
    const { id, account_id: root } = await created('Clock');
    const inside = `/sandbox/${id}/app/accounts/${root}`;
    const advance = (to: string) => holder.app('POST', `${inside}/sandbox/advance`, { to });
    const refusal = async (to: string) => (await advance(to)).body.reason;
    expect(await refusal('2026-11-17T09:30:00Z')).toEqual({ code: 'clock-backwards', field: 'to' });
    expect(await refusal('2029-01-01T00:00:00Z')).toMatchObject({ code: 'clock-too-far' });
    const { body } = await advance('2026-12-01T12:00:00Z');
    expect(body).toMatchObject({ status: 'advancing', advancing_to: '2026-12-01T12:00:00Z' });
    const refused = await holder.app('POST', `${inside}/keys`, { name: 'No' });
    expect([refused.status, refused.body.reason]).toEqual([400, { code: 'sandbox-advancing' }]);
    expect((await holder.get(list)).body.sandboxes[0].advancing_to).toBe('2026-12-01T12:00:00Z');
    await run(id);
    expect((await holder.get(`${inside}/sandbox`)).body).toMatchObject({
      now: '2026-12-01T12:00:00Z',
      status: 'ready',
      advancing_to: null,
    });

    // Its mails, page by page; the next page is in the sandbox, too.
    const first = await holder.get(`${inside}/sandbox/mails?limit=1`);
    expect(first.body).toHaveLength(1);
    expect(Object.keys(first.body[0]).sort()).toEqual(
      ['account_id', 'account_name', 'created_at', 'id', 'subject', 'to'].sort(),
    );
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
    expect(next).toContain(`/sandbox/${id}/app/accounts/${root}/sandbox/mails?`);
    const { body: second } = await holder.get(new URL(next).pathname + new URL(next).search);
    expect(second[0].id).not.toBe(first.body[0].id);
    const { body: mail } = await holder.get(`${inside}/sandbox/mails/${String(second[0].id)}`);
    expect(mail).toMatchObject({ ...second[0], html: expect.stringContaining('<!doctype html>') });
    expect((await holder.get(`${inside}/sandbox/mails/${newId()}`)).status).toBe(404);
    const child = String(second[0].account_id);
    expect((await holder.get(`/sandbox/${id}/app/accounts/${child}/sandbox/mails`)).status).toBe(404);
  });

  it('the use of its keys is noted in real time, at most every five minutes', async () => {
    const { id, account_id: root, key } = await created('Keys');
    const keys = `/sandbox/${id}/app/accounts/${root}/keys`;
    const usedAt = async (): Promise<string | null> => (await holder.get(keys)).body[0].last_used_at;
    expect((await holder.get(keys)).body).toMatchObject([{ name: 'First key', last_used_at: null }]);
    const api = apiClient(world.server, key);
    for (const [asked, noted] of [
      ['2026-11-17T10:00:00Z', '2026-11-17T10:00:00Z'],
      ['2026-11-17T10:04:59Z', '2026-11-17T10:00:00Z'],
      ['2026-11-17T10:05:00Z', '2026-11-17T10:05:00Z'],
    ] as const) {
      world.server.setNow(asked);
      expect((await api.get('/account')).status).toBe(200);
      await until('the use to be noted', usedAt, (seen) => seen === noted);
    }
    world.server.setNow('2026-11-17T09:30:00Z');
  });

  it('restricted users read, and strangers see nothing', async () => {
    const { id, account_id: root } = await created('Others');
    const { server, distributor, stranger } = world;
    const user = await createAcceptedUser(server, distributor.account, { permission: 'restricted' });
    const reader = await signInVisitor(server, user);
    const inside = `/sandbox/${id}/app/accounts/${root}`;
    expect((await reader.get(`${inside}/sandbox`)).status).toBe(200);
    expect((await reader.get(`${inside}/sandbox/mails`)).status).toBe(200);
    const to = { to: '2026-12-01T12:00:00Z' };
    expect((await reader.app('POST', `${inside}/sandbox/advance`, to)).body.reason.code).toBe('restricted');
    const other = await signInVisitor(server, await createAcceptedUser(server, stranger.account));
    expect((await other.get(`${inside}/sandbox`)).status).toBe(404);
    expect((await holder.get(`/app/accounts/${distributor.id}/sandbox`)).status).toBe(404);
    expect((await holder.get(`/app/accounts/${distributor.id}/sandbox/mails`)).status).toBe(404);
  });
});

describe('Operators', () => {
  it('list and delete the sandboxes of all accounts', async () => {
    const { id } = await created('Of a distributor');
    const operator = await signInOperator(world);
    const { sandboxes } = await operator.sendOk('GET', 'sandboxes');
    expect(sandboxes.find((one: { id: string }) => one.id === id)).toMatchObject({
      name: 'Of a distributor',
      owner: { id: world.distributor.id, name: world.distributor.account.name },
    });
    await operator.sendOk('DELETE', `sandboxes/${id}`);
    expect((await operator.send('DELETE', `sandboxes/${id}`)).status).toBe(404);
    // They are no operators inside.
    const { id: entered } = await created('Entered');
    const { context } = world.server.running.instance;
    const { body } = await holder.get('/app/session');
    await changeUser(context, world.distributor.account.id, body.user.id as string, { isOperator: true });
    expect((await holder.get(`/sandbox/${entered}/app/session`)).body.user.is_operator).toBe(false);
    expect((await holder.get(`/sandbox/${entered}/app/operator/sandboxes`)).status).toBe(404);
  });
});
