import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestSmtpServer, ReceivedMail } from '../support/smtp-server.js';
import { expectSignedIn, linkIn, startSignInWorld, type SignInWorld } from '../support/sign-in-world.js';
import { expectRefusal } from '../support/refusal.js';
import { linkFor, sessionCookie, signInVisitor, visitor, type VisitResponse } from '../support/visitor.js';
import type { World } from '../support/world.js';

let signInWorld: SignInWorld;
let world: World;
let smtp: TestSmtpServer;
let acceptedUser: SignInWorld['acceptedUser'];
beforeAll(async () => {
  signInWorld = await startSignInWorld();
  ({ world, smtp, acceptedUser } = signInWorld);
});
afterAll(() => signInWorld.close());
afterEach(() => world.server.setNow(undefined));

describe('A link from an invitation or the command line', () => {
  it('works in any browser', async () => {
    const user = await acceptedUser();
    const invitation = linkIn(smtp.to(user.email)[0] as ReceivedMail);
    for (const link of [invitation, await linkFor(world.server, user)]) {
      const person = visitor(world.server);
      expect((await person.get(link)).text).not.toContain('name="email"');
      await expectSignedIn(await person.visit('POST', link, { form: {} }), person, user);
    }
  });

  it('signs in once under concurrent requests', async () => {
    const user = await acceptedUser();
    const link = await linkFor(world.server, user);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => visitor(world.server).visit('POST', link, { form: {} })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(31);
    expect(answers.flatMap(({ setCookies }) => setCookies)).toHaveLength(2);
    const sessions = await world.server.sql('select from sessions where user_id = $1', [user.id]);
    expect(sessions).toHaveLength(1);
  });

  it('signs in users of inactive accounts', async () => {
    const member = await world.newAccount('customer', world.channel);
    const user = await acceptedUser({}, member);
    await world.channel.api.post(`/accounts/${member.id}/deactivate`);
    const person = await signInVisitor(world.server, user);
    expect((await person.get('/app/session')).body.account).toMatchObject({
      id: member.id,
      status: 'inactive',
    });
  });

  it('replaces the session that the browser had', async () => {
    const [first, second] = [await acceptedUser(), await acceptedUser()];
    const person = await signInVisitor(world.server, first);
    const before = visitor(world.server);
    before.cookies.set(sessionCookie, person.cookies.get(sessionCookie) ?? '');
    const link = await linkFor(world.server, second);
    await expectSignedIn(await person.visit('POST', link, { form: {} }), person, second);
    expectRefusal(await before.get('/app/session'), 401);
  });

  it('adds an audit entry by the user, and stores no token anywhere', async () => {
    const user = await acceptedUser();
    const link = await linkFor(world.server, user);
    const person = visitor(world.server);
    await person.visit('POST', link, { form: {} });
    const entries = await world.server.sql<{ subject_id: string }>(
      `select actor_kind, actor_id, account_id, subject_id, after from audit_entries where action = 'session.create'
       and after->>'user_id' = $1`,
      [user.id],
    );
    const [linkRow] = await world.server.sql<{ id: string }>(
      'select id from sign_in_links where user_id = $1 and used_at is not null',
      [user.id],
    );
    expect(entries).toEqual([
      {
        actor_kind: 'user',
        actor_id: user.id,
        account_id: user.accountId,
        subject_id: (await person.get('/app/session')).body.session.id,
        after: { user_id: user.id, sign_in_link_id: linkRow?.id },
      },
    ]);
    const tables = ['sessions', 'audit_entries', 'sign_in_links', 'graphile_worker._private_jobs'];
    const dumps = tables.map((name) => world.server.sql(`select to_jsonb(one) as row from ${name} one`));
    const everything = JSON.stringify(await Promise.all(dumps));
    const secret = person.cookies.get(sessionCookie)?.slice(-32) ?? '';
    expect(secret).toHaveLength(32);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  });
});

describe('A link that is no longer valid', () => {
  const expectWayOut = (page: VisitResponse, status: number, title: string): void => {
    expect(page.status).toBe(status);
    expect(page.text).toContain(title);
    expect(page.text).toMatch(/<a class="button main" href="\/">Request a new link<\/a>/);
    expect(page.text).not.toContain('<form');
    expect(page.setCookies).toEqual([]);
  };

  it('returns 410 once it is used', async () => {
    const user = await acceptedUser();
    const link = await linkFor(world.server, user);
    await visitor(world.server).visit('POST', link, { form: {} });
    for (const method of ['GET', 'POST'])
      expectWayOut(await visitor(world.server).visit(method, link), 410, 'This link no longer works');
  });

  it('returns 410 after 15 minutes, an invitation after seven days', async () => {
    const user = await acceptedUser();
    const invitation = linkIn(smtp.to(user.email)[0] as ReceivedMail);
    const link = await linkFor(world.server, user);
    signInWorld.minutesLater(14);
    expect((await visitor(world.server).get(link)).status).toBe(200);
    signInWorld.minutesLater(16);
    for (const method of ['GET', 'POST'])
      expectWayOut(await visitor(world.server).visit(method, link), 410, 'This link no longer works');
    expect((await visitor(world.server).get(invitation)).status).toBe(200);
    signInWorld.minutesLater(7 * 24 * 60 + 1);
    expect((await visitor(world.server).get(invitation)).status).toBe(410);
  });

  it.each([
    '/sign-in/x',
    `/sign-in/rl_${'A'.repeat(54)}`,
    `/sign-in/rg_${'A'.repeat(54)}`,
    '/sign-in/%00',
    '/sign-in/',
    '/sign-in/a/b',
    `/sign-in/${'x'.repeat(5000)}`,
  ])('returns 404 if it never existed: %s', async (path) => {
    expectWayOut(await visitor(world.server).get(path), 404, 'Sign-in link not found');
    expectWayOut(await visitor(world.server).visit('POST', path), 404, 'Sign-in link not found');
  });

  it('returns 404 once its user is deleted, and with the id of another account', async () => {
    const user = await acceptedUser();
    const link = await linkFor(world.server, user);
    const forged = `/sign-in/rl_${world.stranger.key.slice(3, 24)}${link.slice('/sign-in/rl_'.length + 21)}`;
    expect((await visitor(world.server).get(forged)).status).toBe(404);
    await world.customer.api.delete(`/users/${user.id}`);
    expect((await visitor(world.server).get(link)).status).toBe(404);
  });
});
