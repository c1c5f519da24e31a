import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestSmtpServer, ReceivedMail } from '../support/smtp-server.js';
import {
  requestSignIn,
  expectSignedIn,
  linkIn,
  startSignInWorld,
  type SignInWorld,
} from '../support/sign-in-world.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { until } from '../support/until.js';
import { linkFor, sessionCookie, signInVisitor, createInvitedUser, visitor } from '../support/visitor.js';
import type { World } from '../support/world.js';

let signInWorld: SignInWorld;
let world: World;
let smtp: TestSmtpServer;
let acceptedUser: SignInWorld['acceptedUser'];
let mailAfter: SignInWorld['mailAfter'];
let requestLink: SignInWorld['requestLink'];
beforeAll(async () => {
  signInWorld = await startSignInWorld();
  ({ world, smtp, acceptedUser, mailAfter, requestLink } = signInWorld);
});
afterAll(() => signInWorld.close());
afterEach(() => world.server.setNow(undefined));

let count = 0;
const newAddress = (): string => `guest-${String(++count)}@example.com`;

/** Adds the address as a user of the account and waits for the invitation. */
async function invited(email: string, member = world.stranger) {
  const before = smtp.to(email).length;
  const user = await createInvitedUser(world.server, member.account, { email });
  await until(
    'the invitation',
    () => smtp.to(email).length,
    (count) => count > before,
  );
  return { user, link: linkIn(smtp.to(email).at(-1) as ReceivedMail) };
}

const trailOf = (subjectId: string) =>
  world.server.sql(
    `select account_id, action, actor_kind, actor_id from audit_entries where subject_id = $1 order by at, id`,
    [subjectId],
  );

describe('A person who was added as a user by a stranger', () => {
  it("gets links to their own account, and none to the stranger's", async () => {
    const user = await acceptedUser();
    const trap = await invited(user.email);
    const person = visitor(world.server);
    const link = await requestLink(person, user);
    await expectSignedIn(await person.visit('POST', link, { form: {} }), person, user);
    const { body } = await person.get('/app/session');
    expect(body.accounts).toMatchObject([{ account_id: world.customer.id }]);
    expect(body.invitations).toMatchObject([
      { id: trap.user.id, account_id: world.stranger.id, role: 'distributor' },
    ]);
  });

  it('cannot switch there with a session either', async () => {
    const user = await acceptedUser();
    await invited(user.email);
    const person = await signInVisitor(world.server, user);
    expectRefusal(
      await person.app('PATCH', '/app/session', { account_id: world.stranger.id }),
      404,
      /no such account/,
    );
  });

  it('is told by the mail who has invited them, not that they are a user', async () => {
    const email = newAddress();
    await invited(email);
    const { text } = smtp.to(email).at(-1) as ReceivedMail;
    expect(text).toMatch(new RegExp(`because ${world.stranger.account.name} invited .?${email}`));
    expect(text).not.toContain('registered');
  });

  it('sees on the page of the invitation that it is one, before accepting anything', async () => {
    const { user, link } = await invited(newAddress());
    const person = visitor(world.server);
    const page = await person.get(link);
    expect(page.text).toContain('Accept invitation');
    expect(page.text).toContain(world.stranger.account.displayName);
    expect((await person.visit('HEAD', link)).status).toBe(200);
    expect(await trailOf(user.id)).toMatchObject([{ action: 'user.create' }]);
    await expectSignedIn(await person.visit('POST', link, { form: {} }), person, user);
    expect(await trailOf(user.id)).toEqual([
      expect.objectContaining({ action: 'user.create' }),
      { account_id: world.stranger.id, action: 'user.accept', actor_kind: 'user', actor_id: user.id },
    ]);
  });
});

describe('Requesting a link with a pending invitation', () => {
  it('sends the invitation again, with the usual response', async () => {
    const { user } = await invited(newAddress());
    const person = visitor(world.server);
    const mail = await mailAfter(async () => {
      const answer = await requestSignIn(person, user.email);
      expect([answer.status, answer.body]).toEqual([202, {}]);
    }, user.email);
    expect(mail.subject).toContain('You are invited to join');
    const elsewhere = visitor(world.server);
    await expectSignedIn(await elsewhere.visit('POST', linkIn(mail), { form: {} }), elsewhere, user);
    const next = await mailAfter(() => requestSignIn(person, user.email), user.email);
    expect(next.subject).toBe('Your sign-in link');
  });

  it('is limited like any other request', async () => {
    const { user } = await invited(newAddress());
    for (let time = 0; time < 4; time++) {
      await requestSignIn(visitor(world.server), user.email);
      await until('the queue to be empty', signInWorld.queueIsEmpty);
    }
    expect(smtp.to(user.email)).toHaveLength(3);
  });
});

describe('A user who has accepted several invitations', () => {
  const inTwo = async () => {
    const newer = await acceptedUser({ email: newAddress() }, world.distributor);
    const older = await acceptedUser({ email: newer.email }, world.customer);
    await until(
      'the second invitation',
      () => smtp.to(newer.email).length,
      (count) => count === 2,
    );
    await world.server.sql(
      `update accepted_users set accepted_at = accepted_at - interval '1 day' where user_id = $1`,
      [older.id],
    );
    return { newer, older };
  };

  it('chooses an account on the page of the link, oldest first', async () => {
    const { newer, older } = await inTwo();
    const person = visitor(world.server);
    const link = await requestLink(person, newer);
    const page = await person.get(link);
    expect(page.text).toContain('Choose an account');
    expect([...page.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      older.accountId,
      newer.accountId,
    ]);
    for (const form of [{}, { account: world.stranger.id }, { account: 'x' }]) {
      const answer = await person.visit('POST', link, { form });
      expect([answer.status, person.cookies.has(sessionCookie)]).toEqual([200, false]);
      expect(answer.text).toContain('Choose an account');
    }
    const answer = await person.visit('POST', link, { form: { account: newer.accountId.toUpperCase() } });
    await expectSignedIn(answer, person, newer);
    expect((await person.get('/app/session')).body.accounts).toMatchObject([
      { account_id: older.accountId },
      { account_id: newer.accountId },
    ]);
    expect((await visitor(world.server).get(link)).status).toBe(410);
  });

  it('chooses an account in another browser after entering the address', async () => {
    const { newer, older } = await inTwo();
    const link = await requestLink(visitor(world.server), newer);
    const other = visitor(world.server);
    expect((await other.get(link)).text).not.toContain('name="account"');
    const guess = await other.visit('POST', link, { form: { account: older.accountId } });
    expect([guess.status, other.cookies.size, guess.text.includes('name="account"')]).toEqual([
      200,
      0,
      false,
    ]);
    const page = await other.visit('POST', link, { form: { email: newer.email.toUpperCase() } });
    expect(page.text).toContain(`<input type="hidden" name="email" value="${newer.email.toUpperCase()}" />`);
    const form = { email: newer.email, account: older.accountId };
    await expectSignedIn(await other.visit('POST', link, { form }), other, older);
  });

  it('is signed in immediately by a link to one of the accounts', async () => {
    const { newer } = await inTwo();
    const person = visitor(world.server);
    const link = await linkFor(world.server, newer);
    await expectSignedIn(await person.visit('POST', link, { form: {} }), person, newer);
  });

  it('cannot see or choose an account that has removed them', async () => {
    const { newer, older } = await inTwo();
    const person = visitor(world.server);
    const link = await requestLink(person, newer);
    await world.distributor.api.delete(`/users/${newer.id}`);
    await expectSignedIn(
      await person.visit('POST', link, { form: { account: newer.accountId } }),
      person,
      older,
    );
  });
});

describe('An invitation on the dashboard', () => {
  const guest = async () => {
    const user = await acceptedUser({ email: newAddress() });
    const { user: pending } = await invited(user.email);
    return { pending, person: await signInVisitor(world.server, user) };
  };

  it('is accepted once, and the user can then switch to that account', async () => {
    const { pending, person } = await guest();
    const answer = await person.app('POST', `/app/invitations/${pending.id.toUpperCase()}`);
    expect([answer.status, answer.body.invitations]).toEqual([200, []]);
    expect(answer.body.accounts).toHaveLength(2);
    expectRefusal(await person.app('POST', `/app/invitations/${pending.id}`), 404, /no such invitation/);
    expect((await trailOf(pending.id)).at(-1)).toEqual({
      account_id: world.stranger.id,
      action: 'user.accept',
      actor_kind: 'user',
      actor_id: pending.id,
    });
    const moved = await person.app('PATCH', '/app/session', { account_id: world.stranger.id });
    expect([moved.status, moved.body.user.id]).toEqual([200, pending.id]);
  });

  it('is declined, and the account no longer has that user', async () => {
    const { pending, person } = await guest();
    const answer = await person.app('DELETE', `/app/invitations/${pending.id}`);
    expect([answer.status, answer.body]).toEqual([200, { id: pending.id, deleted: true }]);
    expect((await person.get('/app/session')).body.invitations).toEqual([]);
    expectRefusal(await world.stranger.api.get(`/users/${pending.id}`), 404);
    expect((await trailOf(pending.id)).at(-1)).toMatchObject({ action: 'user.delete', actor_id: pending.id });
  });

  it('cannot be accepted or declined by another user', async () => {
    const { pending } = await guest();
    const other = await signInVisitor(world.server, await acceptedUser());
    for (const method of ['POST', 'DELETE'])
      for (const id of [pending.id, unknownId, 'x'])
        expectRefusal(await other.app(method, `/app/invitations/${id}`), 404, /no such invitation/);
    const own = await signInVisitor(world.server, await acceptedUser({ email: newAddress() }));
    const { id } = (await own.get('/app/session')).body.user;
    expectRefusal(await own.app('DELETE', `/app/invitations/${String(id)}`), 404, /no such invitation/);
  });
});

describe('/app/accounts/:account_id/users', () => {
  it('lists who has accepted, and until when the invitations of the others work', async () => {
    const member = await world.newAccount('customer', world.channel);
    const person = await signInVisitor(world.server, await acceptedUser({}, member));
    const pending = await createInvitedUser(world.server, member.account);
    const list = async () => (await person.get(`/app/accounts/${member.id}/users`)).body;
    const [first, second] = (await member.api.get('/users')).body;
    const invited_at = expect.stringMatching(/Z$/);
    expect(await list()).toEqual([
      { ...first, permission: 'full', accepted_at: invited_at, invited_at, invitation_expires_at: null },
      { ...second, permission: 'full', accepted_at: null, invited_at, invitation_expires_at: invited_at },
    ]);
    const days = async () => {
      const { invited_at: from, invitation_expires_at: until } = (await list())[1];
      return [from, (Date.parse(until) - Date.parse(from)) / 86_400_000];
    };
    expect(await days()).toEqual([second.created_at, 7]);
    signInWorld.minutesLater(60 * 24);
    await person.app('POST', `/app/accounts/${member.id}/users/${pending.id}/invitation`);
    const [again, lifetime] = await days();
    expect([Date.parse(again) - Date.parse(second.created_at) > 86_000_000, lifetime]).toEqual([true, 7]);
  });

  it('sends an invitation again, but not to a user who has accepted', async () => {
    const member = await world.newAccount('customer', world.channel);
    const user = await acceptedUser({}, member);
    const person = await signInVisitor(world.server, user);
    const { user: pending } = await invited(newAddress(), member);
    const again = (id: string) => person.app('POST', `/app/accounts/${member.id}/users/${id}/invitation`);
    const mail = await mailAfter(async () => {
      expect((await again(pending.id)).body).toMatchObject({ id: pending.id, accepted_at: null });
    }, pending.email);
    expect(mail.subject).toContain('invited');
    expectRefusal(await again(user.id), 400, /already accepted/);
    expectRefusal(await again(unknownId), 404);
    expectRefusal(
      await person.app('POST', `/app/accounts/${world.stranger.id}/users/${pending.id}/invitation`),
      404,
    );
  });
});

it('A session ends with its membership, and does not return with a new one', async () => {
  const user = await acceptedUser();
  const person = await signInVisitor(world.server, user);
  await world.customer.api.delete(`/users/${user.id}`);
  expectRefusal(await person.get('/app/session'), 401);
  const { user: again } = await invited(user.email, world.customer);
  expectRefusal(await person.get('/app/session'), 401);
  const mail = await mailAfter(() => requestSignIn(visitor(world.server), again.email), again.email);
  expect(mail.subject).toContain('invited');
});
