import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import type { TestSmtpServer } from '../support/smtp-server.js';
import {
  requestSignIn,
  expectSignedIn,
  linkIn,
  startSignInWorld,
  type SignInWorld,
} from '../support/sign-in-world.js';
import { expectRefusal } from '../support/refusal.js';
import { until } from '../support/until.js';
import {
  browserCookie,
  createAcceptedUser,
  sessionCookie,
  visitor,
  type VisitResponse,
} from '../support/visitor.js';
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

describe('POST /app/sign-in', () => {
  it("mails a link in the user's language, valid for 15 minutes, and sets a cookie for it", async () => {
    const user = await acceptedUser({ locale: 'de' });
    const person = visitor(world.server);
    const mail = await mailAfter(async () => {
      const answer = await requestSignIn(person, ` ${user.email.toUpperCase()} `);
      expect([answer.status, answer.body]).toEqual([202, {}]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.setCookies).toEqual([
        expect.stringMatching(
          /^__Host-regrove-sign-in=[\w-]{32}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
    }, user.email);
    expect(mail.subject).toBe('Ihr Anmeldelink');
    expect(linkIn(mail)).not.toBe('');
    const [link] = await world.server.sql(
      `select extract(epoch from expires_at - created_at)::int as seconds, browser_hash is not null as bound
       from sign_in_links where user_id = $1 order by created_at desc limit 1`,
      [user.id],
    );
    expect(link).toEqual({ seconds: 900, bound: true });
  });

  it('returns the same status, headers and body for an unknown address, and mails nothing', async () => {
    const user = await acceptedUser();
    const before = smtp.accepted.length;
    const known = await requestSignIn(visitor(world.server), user.email);
    await until(
      'the mail with the link',
      () => smtp.accepted.length,
      (count) => count > before,
    );
    const unknown = await requestSignIn(visitor(world.server), 'nobody@example.com');
    await until('the queue to be empty', signInWorld.queueIsEmpty);
    const shape = ({ status, text, headers, setCookies }: VisitResponse) => ({
      status,
      text,
      headers: Object.keys(headers).sort(),
      length: headers['content-length'],
      cookies: setCookies.map((line) => line.replace(/=[\w-]{32};/, '=…;')),
    });
    expect(shape(unknown)).toEqual(shape(known));
    expect(smtp.to('nobody@example.com')).toEqual([]);
  });

  it('looks the user up in a job, so that the response time reveals nothing', async () => {
    const user = await acceptedUser();
    await until('the queue to be empty', signInWorld.queueIsEmpty);
    await signInWorld.stopJobs();
    const links = () => world.server.sql('select count(*) from sign_in_links');
    const before = await links();
    for (const email of [user.email, 'nobody-at-all@example.com'])
      await requestSignIn(visitor(world.server), email);
    // The schedule adds a send-mail job every minute.
    const waiting = await world.server.sql<{ task: string }>(
      `select task_identifier as task from graphile_worker.jobs where task_identifier <> 'send-mail' order by id`,
    );
    expect(waiting.map(({ task }) => task)).toEqual(['send-sign-in-link', 'send-sign-in-link']);
    expect(await links()).toEqual(before);
    signInWorld.startJobs();
    await until('the queue to be empty', signInWorld.queueIsEmpty);
  });

  it.each([
    [{}],
    [{ email: 'x' }],
    [{ email: null }],
    [{ email: 'a@b.co', next: 'https://evil.example' }],
    [[]],
  ])('refuses an invalid body: %j', async (body) => {
    expectRefusal(await visitor(world.server).app('POST', '/app/sign-in', body), 400);
  });

  it('refuses requests from other sites', async () => {
    const person = visitor(world.server);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await person.visit('POST', '/app/sign-in', { body: { email: 'a@b.co' }, headers });
      expectRefusal(answer, 403);
    }
  });

  it('sends no link that has expired in the queue', async () => {
    const user = await acceptedUser();
    await signInWorld.stopJobs();
    await requestSignIn(visitor(world.server), user.email);
    signInWorld.minutesLater(16);
    signInWorld.startJobs();
    await until('the queue to be empty', signInWorld.queueIsEmpty);
    const links = await world.server.sql('select from sign_in_links where user_id = $1', [user.id]);
    expect(links).toHaveLength(1);
  });

  it('sends one link to an address with several accounts', async () => {
    const email = 'several@example.com';
    await acceptedUser({ email }, world.distributor);
    await createAcceptedUser(world.server, world.channel.account, { email });
    await until(
      'both mails',
      () => smtp.to(email).length,
      (count) => count === 2,
    );
    await mailAfter(() => requestSignIn(visitor(world.server), email), email);
    await until('the queue to be empty', signInWorld.queueIsEmpty);
    expect(smtp.to(email)).toHaveLength(3);
  });
});

describe('A requested link', () => {
  it('signs in where it was requested, by its button only, and removes the cookie', async () => {
    const user = await acceptedUser();
    const person = visitor(world.server);
    const link = await requestLink(person, user);
    for (let i = 0; i < 3; i++) {
      const page = await person.get(link);
      expect(page.status).toBe(200);
      expect(page.text).toContain(user.email);
      expect(page.text).toMatch(/<form method="post">/);
      expect(page.setCookies).toEqual([]);
    }
    expect((await person.visit('HEAD', link)).status).toBe(200);
    // The clock is frozen, so that the cookie lasts exactly as long as the session.
    world.server.setNow(new Date());
    const answer = await person.visit('POST', link, { form: {} });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(
        /^__Host-regrove-session=rs_[\w-]{54}; Path=\/; Max-Age=7776000; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Host-regrove-sign-in=; Path=\/; Max-Age=0; /),
    ]);
    await expectSignedIn(answer, person, user);
    expect([...person.cookies.keys()]).toEqual([sessionCookie]);
  });

  it('also works from an earlier mail when the same browser has requested two', async () => {
    const user = await acceptedUser();
    const person = visitor(world.server);
    const first = await requestLink(person, user);
    await requestLink(person, user);
    await expectSignedIn(await person.visit('POST', first, { form: {} }), person, user);
  });

  it('asks for the address in another browser, reveals nothing about the user, and continues with the right one', async () => {
    const user = await acceptedUser();
    const link = await requestLink(visitor(world.server), user);
    const other = visitor(world.server);
    const page = await other.get(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain(i18nFor('en').t('signIn.elsewhere'));
    expect(page.text).toContain('name="email"');
    expect(page.text).not.toContain(user.email);
    expect(page.text).not.toContain(world.customer.account.displayName);
    const without = await other.visit('POST', link, { form: {} });
    expect([without.status, other.cookies.size]).toEqual([200, 0]);
    const wrong = await other.visit('POST', link, { form: { email: 'wrong@example.com' } });
    expect([wrong.status, other.cookies.size]).toEqual([403, 0]);
    expect(wrong.text).toContain(i18nFor('en').t('signIn.wrongAddress'));
    expect(wrong.text).not.toContain('wrong@example.com');
    const right = await other.visit('POST', link, { form: { email: ` ${user.email.toUpperCase()} ` } });
    await expectSignedIn(right, other, user);
  });

  it('asks for the address in a browser that has requested a link for another user', async () => {
    const [user, stranger] = [await acceptedUser(), await acceptedUser()];
    const link = await requestLink(visitor(world.server), user);
    const other = visitor(world.server);
    await requestLink(other, stranger);
    expect((await other.get(link)).text).toContain('name="email"');
    expect((await other.visit('POST', link, { form: {} })).status).toBe(200);
    expect(other.cookies.has(sessionCookie)).toBe(false);
    other.cookies.set(browserCookie, 'x');
    expect((await other.get(link)).text).toContain('name="email"');
  });

  it('becomes invalid after five wrong addresses', async () => {
    const user = await acceptedUser();
    const first = visitor(world.server);
    const link = await requestLink(first, user);
    const other = visitor(world.server);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await other.visit('POST', link, { form: { email: `${String(i)}@example.com` } })).status,
      );
    expect(statuses).toEqual([403, 403, 403, 403, 410, 410]);
    expect((await other.visit('POST', link, { form: { email: user.email } })).status).toBe(410);
    expect((await first.visit('POST', link, { form: {} })).status).toBe(410);
  });

  it('counts concurrent wrong addresses exactly', async () => {
    const user = await acceptedUser();
    const link = await requestLink(visitor(world.server), user);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        visitor(world.server).visit('POST', link, { form: { email: `${String(i)}@example.com` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(12);
  });
});
