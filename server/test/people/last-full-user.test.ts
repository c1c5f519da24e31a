import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../src/features/users/user-store.js';
import { expectRefusal } from '../support/refusal.js';
import { createAcceptedUser, signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let first: User;
let person: Visitor;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('customer', world.channel);
  first = await createAcceptedUser(world.server, member.account);
  person = await signInVisitor(world.server, first);
});

const restrict = (visitor: Visitor, { id }: User) =>
  visitor.app('PATCH', `/v1/accounts/${member.id}/users/${id}`, { permission: 'restricted' });
const remove = (visitor: Visitor, { id }: User) =>
  visitor.app('DELETE', `/v1/accounts/${member.id}/users/${id}`);
const permissions = async (): Promise<string[]> =>
  (
    await world.server.sql<{ permission: string }>(
      'select permission from users where account_id = $1 order by id',
      [member.id],
    )
  ).map(({ permission }) => permission);

const lastOne = /^This is the last user of the account with full permission$/;

describe('The last user with full permission', () => {
  it('can be neither restricted nor removed by a user of the account', async () => {
    await createAcceptedUser(world.server, member.account, { permission: 'restricted' });
    for (const attempt of [restrict, remove]) {
      const answer = await attempt(person, first);
      expect([answer.status, answer.body.reason]).toEqual([400, { code: 'last-full-user' }]);
      expect(answer.body.error).toMatch(lastOne);
    }
    expect(await permissions()).toEqual(['full', 'restricted']);
  });

  it('can be neither restricted nor removed by a user of an account above', async () => {
    const above = await signInVisitor(
      world.server,
      await createAcceptedUser(world.server, world.channel.account),
    );
    for (const attempt of [restrict, remove]) expect((await attempt(above, first)).status).toBe(400);
    expect(await permissions()).toEqual(['full']);
  });

  it('is the last one also if others with full permission are invited and have not accepted', async () => {
    const invited = await createInvitedUser(world.server, member.account);
    for (const attempt of [restrict, remove]) {
      const answer = await attempt(person, first);
      expect([answer.status, answer.body.reason]).toEqual([400, { code: 'last-full-user' }]);
    }
    expect((await restrict(person, invited)).status).toBe(200);
    expect((await remove(person, invited)).status).toBe(200);
    expect(await permissions()).toEqual(['full']);
  });

  it('can be restricted and removed by a key, which can also undo it', async () => {
    const path = `/users/${first.id}`;
    expect((await member.api.patch(path, { permission: 'restricted' })).status).toBe(200);
    expectRefusal(await person.app('POST', '/v1/deposits', { pages: 1 }), 403);
    expect((await member.api.patch(path, { permission: 'full' })).status).toBe(200);
    expect((await member.api.delete(path)).status).toBe(200);
  });

  it('stays one when all users restrict and remove each other at the same time', async () => {
    const users = [first];
    for (let i = 0; i < 5; i++) users.push(await createAcceptedUser(world.server, member.account));
    const visitors = await Promise.all(users.map((user) => signInVisitor(world.server, user)));
    const answers = await Promise.all(
      visitors.flatMap((visitor, i) =>
        users.map((user, j) => ((i + j) % 2 === 0 ? restrict : remove)(visitor, user)),
      ),
    );
    expect((await permissions()).filter((one) => one === 'full')).toHaveLength(1);
    // Somebody who is restricted or gone by then is refused or not found, never a server error.
    for (const { status } of answers) expect([200, 400, 401, 403, 404]).toContain(status);
  });

  it('can decline the invitation: nobody has to be a user', async () => {
    const other = await world.newAccount('customer', world.channel);
    const { email } = first;
    const { body: invited } = await other.api.post('/users', { email });
    expect((await person.app('DELETE', `/app/invitations/${String(invited.id)}`)).status).toBe(200);
    expect((await other.api.get('/users')).body).toEqual([]);
  });
});

describe('Others', () => {
  it('can be restricted, restored and removed, which the audit trail tells', async () => {
    const second = await createAcceptedUser(world.server, member.account);
    expect((await restrict(person, second)).status).toBe(200);
    const path = `/v1/users/${second.id}`;
    expect((await person.app('PATCH', path, { permission: 'full' })).status).toBe(200);
    expect((await restrict(person, second)).status).toBe(200);
    expect((await remove(person, second)).status).toBe(200);
    const entries = await world.server.sql(
      `select action, actor_id, before->>'permission' as before, after->>'permission' as after from audit_entries
       where account_id = $1 and subject_id = $2 and action <> 'user.accept' order by at, id`,
      [member.id, second.id],
    );
    expect(entries.slice(1)).toEqual([
      { action: 'user.update', actor_id: first.id, before: 'full', after: 'restricted' },
      { action: 'user.update', actor_id: first.id, before: 'restricted', after: 'full' },
      { action: 'user.update', actor_id: first.id, before: 'full', after: 'restricted' },
      { action: 'user.delete', actor_id: first.id, before: 'restricted', after: null },
    ]);
    expect(entries[0]).toMatchObject({ action: 'user.create', after: 'full' });
  });

  it('let the first one be restricted', async () => {
    const second = await createAcceptedUser(world.server, member.account);
    expect((await restrict(person, first)).status).toBe(200);
    expect((await restrict(person, second)).status).toBe(403);
    expect(await permissions()).toEqual(['restricted', 'full']);
  });
});
