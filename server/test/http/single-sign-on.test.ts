import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adviceFor } from '../../src/cli/doctor-advice.js';
import { checkSignIn } from '../../src/cli/doctor-sign-in.js';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { expectRefused, startSignInWorld, type SignInWorld } from '../support/sign-in-world.js';
import {
  createAcceptedUser,
  createInvitedUser,
  visitor,
  type Visitor,
  type VisitResponse,
} from '../support/visitor.js';

let provider: IdentityProvider;
let people: SignInWorld;
beforeAll(async () => {
  provider = await startIdentityProvider();
  people = await startSignInWorld(provider.env);
  provider.accept(people.world.server.running.baseUrl);
});
afterAll(async () => {
  await people.close();
  await provider.stop();
});
afterEach(() => people.world.server.setNow(undefined));

/** Where the provider sends the person back to. */
async function atProvider(
  person: Visitor,
  path = '/sign-in/oidc',
  change: (url: URL) => void = () => undefined,
): Promise<string> {
  const { status, headers } = await person.get(path);
  expect(status).toBe(303);
  const url = new URL(String(headers['location']));
  change(url);
  return provider.follow(url.href);
}

const signInBy = async (person: Visitor, path?: string): Promise<VisitResponse> =>
  person.get(await atProvider(person, path));

const account = () => people.world.customer.account;

describe('Single sign-on', () => {
  it('signs in the user with the verified address, and leads to the screen they wanted', async () => {
    const user = await createAcceptedUser(people.world.server, account());
    provider.signInAs({ email: user.email.toUpperCase(), email_verified: true });
    const person = visitor(people.world.server);
    const screen = `/accounts/${user.accountId}/deposits?status=open#top`;
    const answer = await signInBy(person, `/sign-in/oidc?next=${encodeURIComponent(screen)}`);
    expect([answer.status, answer.headers['location']]).toEqual([303, screen]);
    const { body } = await person.get('/app/session');
    expect([body.user.id, body.session.awaits_passkey]).toEqual([user.id, false]);
    expect([...person.cookies.keys()]).toEqual(['__Host-regrove-session']);
    const [entry] = await people.world.server.sql<{ after: unknown; actor_id: string }>(
      `select after, actor_id from audit_entries where action = 'session.create' and account_id = $1 order by at desc limit 1`,
      [user.accountId],
    );
    expect(entry).toEqual({ after: { user_id: user.id, single_sign_on: true }, actor_id: user.id });
  });

  it('keeps what it needs in a cookie that pages cannot read and that expires', async () => {
    const person = visitor(people.world.server);
    const { headers, setCookies } = await person.get('/sign-in/oidc');
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-regrove-oidc=[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const asked = new URL(String(headers['location'])).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${people.world.server.running.baseUrl}/sign-in/oidc/callback`,
    });
    const sealed = Buffer.from(person.cookies.get('__Host-regrove-oidc') ?? '', 'base64url').toString(
      'latin1',
    );
    for (const name of ['state', 'nonce']) expect(sealed).not.toContain(asked.get(name));
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/accounts/..//evil.example',
    '/app',
  ])('does not lead to %s', async (next) => {
    const user = await createAcceptedUser(people.world.server, account());
    provider.signInAs({ email: user.email, email_verified: true });
    const answer = await signInBy(
      visitor(people.world.server),
      `/sign-in/oidc?next=${encodeURIComponent(next)}`,
    );
    expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
  });

  it('chooses the account whose screen the person wanted', async () => {
    const { server, customer, stranger } = people.world;
    const { email } = await createAcceptedUser(server, customer.account);
    await createAcceptedUser(server, stranger.account, { email });
    provider.signInAs({ email, email_verified: true });
    const person = visitor(server);
    await signInBy(person, `/sign-in/oidc?next=/accounts/${stranger.id}/orders`);
    expect((await person.get('/app/session')).body.account.id).toBe(stranger.id);
  });

  it('refuses an address that the provider has not verified, or that it does not tell', async () => {
    const user = await createAcceptedUser(people.world.server, account());
    for (const [identity, words] of [
      [{ email: user.email, email_verified: false }, `has not verified that ${user.email}`],
      [{ email: user.email }, `verified that ${user.email}`],
      [{ email_verified: true }, 'tell us your email address'],
    ] as const) {
      provider.signInAs(identity);
      const person = visitor(people.world.server);
      await expectRefused(await signInBy(person), person, 403, words.replace('has not', 'hasn’t'));
    }
  });

  it('never creates a user', async () => {
    provider.signInAs({ email: 'nobody@example.com', email_verified: true });
    const person = visitor(people.world.server);
    await expectRefused(
      await signInBy(person),
      person,
      403,
      'No user here has the address nobody@example.com',
    );
    expect(
      await people.world.server.sql(`select from users where email = 'nobody@example.com'`),
    ).toHaveLength(0);
  });

  it('accepts no invitation by itself, but sends it again', async () => {
    const user = await createInvitedUser(people.world.server, account());
    provider.signInAs({ email: user.email, email_verified: true });
    const person = visitor(people.world.server);
    const mail = await people.mailAfter(async () => {
      await expectRefused(await signInBy(person), person, 403, 'hasn’t been accepted');
    }, user.email);
    expect(mail.text).toContain('/sign-in/rl_');
  });

  it('refuses an answer to another state, nonce or challenge, or to none', async () => {
    const user = await createAcceptedUser(people.world.server, account());
    provider.signInAs({ email: user.email, email_verified: true });
    const person = visitor(people.world.server);
    const other = visitor(people.world.server);
    const answer = await atProvider(person);
    await expectRefused(await other.get(answer), other, 410, 'another browser');
    await expectRefused(
      await person.get(answer.replace(/state=./, (start) => (start === 'state=A' ? 'state=B' : 'state=A'))),
      person,
      410,
      'another browser',
    );
    for (const name of ['nonce', 'code_challenge']) {
      const changed = await atProvider(person, undefined, (url) => {
        url.searchParams.set(name, 'A'.repeat(43));
      });
      await expectRefused(await person.get(changed), person, 502, 'couldn’t be verified');
    }
  });

  it('accepts each answer once, and not after ten minutes', async () => {
    const user = await createAcceptedUser(people.world.server, account());
    provider.signInAs({ email: user.email, email_verified: true });
    const person = visitor(people.world.server);
    const answer = await atProvider(person);
    const flow = person.cookies.get('__Host-regrove-oidc') ?? '';
    expect((await person.get(answer)).status).toBe(303);
    const thief = visitor(people.world.server);
    thief.cookies.set('__Host-regrove-oidc', flow);
    await expectRefused(await thief.get(answer), thief, 502, 'couldn’t be verified');
    const late = visitor(people.world.server);
    const later = await atProvider(late);
    people.minutesLater(11);
    await expectRefused(await late.get(later), late, 410, 'took too long');
  });

  it('says what the provider says, in the language of the reader', async () => {
    const person = visitor(people.world.server);
    const { headers } = await person.get('/sign-in/oidc');
    const state = new URL(String(headers['location'])).searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: '<b>Pay first</b>',
      state,
      iss: provider.env['REGROVE_OIDC_ISSUER'] ?? '',
    });
    const answer = await person.get(`/sign-in/oidc/callback?${query.toString()}`);
    await expectRefused(answer, person, 403, 'Example Login didn’t sign you in (access_denied)');
    expect(answer.text).not.toContain('Pay first');
    const german = /href="(\?locale=de[^"]*)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const translated = await person.get(`/sign-in/oidc/callback${german}`);
    await expectRefused(translated, person, 403, 'hat Sie nicht angemeldet (access_denied)');
  });

  it.each(['/sign-in/oidc', '/sign-in/oidc/callback'])(
    'never says what somebody else has put into the address: %s',
    async (path) => {
      const person = visitor(people.world.server);
      const text = 'Call 0800 555 to unlock your account';
      const sealed = Buffer.from(JSON.stringify({ is: 'unknown', address: text })).toString('base64url');
      for (const query of [
        { why: 'unknown', address: text },
        { why: 'provider', code: 'call_us' },
        { refused: sealed },
        { refused: (await person.get('/sign-in/oidc')).setCookies[0]?.split(/[=;]/)[1] ?? '' },
      ]) {
        const answer = await person.get(`${path}?${new URLSearchParams(query).toString()}`);
        expect([303, 410]).toContain(answer.status);
        expect(answer.text).not.toMatch(/0800|call_us/);
      }
    },
  );

  it('is checked by doctor', async () => {
    const { instance } = people.world.server.running;
    const issuer = provider.env['REGROVE_OIDC_ISSUER'] ?? '';
    const advice = adviceFor(instance.config);
    expect(await checkSignIn(instance, advice)).toEqual({
      ok: true,
      detail: expect.stringContaining(`by link, passkey, oidc; ${issuer} answers; passkeys need a host name`),
      advice: advice.needsHostName,
    });
    const signInWith = (settings: object) =>
      checkSignIn(
        {
          ...instance,
          context: { ...instance.context, signIn: { ...instance.context.signIn, ...settings } },
        },
        advice,
      );
    const away = { ...instance.context.signIn.oidc, issuer: `${issuer}/elsewhere` };
    await expect(signInWith({ oidc: away })).rejects.toThrow(
      '/elsewhere cannot be used for single sign-on: ',
    );
    expect(await signInWith({ methods: ['passkey'] })).toEqual({
      ok: false,
      detail: expect.stringContaining('nobody can sign in'),
      advice: advice.needsHostName,
    });
  });

  it('is offered by the sign-in screen, with the other ways', async () => {
    const { body } = await visitor(people.world.server).get('/app/sign-in');
    expect(body).toEqual({
      link: true,
      passkey_host: null,
      oidc: { url: `${people.world.server.running.baseUrl}/sign-in/oidc`, label: 'Example Login' },
    });
  });
});
