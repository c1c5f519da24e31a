import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { expectRefused, startSignInWorld, type SignInWorld } from '../support/sign-in-world.js';
import { linkFor, createInvitedUser, visitor, type Visitor, type VisitResponse } from '../support/visitor.js';

describe('Where single sign-on is required', () => {
  let required: SignInWorld;
  let own: IdentityProvider;
  beforeAll(async () => {
    own = await startIdentityProvider();
    required = await startSignInWorld({ ...own.env, REGROVE_SIGN_IN: 'oidc' });
    own.accept(required.world.server.running.baseUrl);
  });
  afterAll(() => required.close());

  const follow = async (person: Visitor, href: string): Promise<VisitResponse> => {
    const { headers } = await person.get(href);
    return person.get(await own.follow(String(headers['location'])));
  };

  it('requests for links are refused, and passkeys, too', async () => {
    const { server } = required.world;
    const person = visitor(server);
    const asked = await person.app('POST', '/app/sign-in', { email: 'someone@example.com' });
    expect([asked.status, asked.body.reason]).toEqual([403, { code: 'method-not-allowed' }]);
    const passkey = await person.app('POST', '/app/sign-in/passkey/options');
    expect([passkey.status, passkey.body.reason]).toEqual([403, { code: 'method-not-allowed' }]);
    expect(await required.queueIsEmpty()).toBe(true);
  });

  it('an invitation is accepted after signing in at the provider, with its address only', async () => {
    const { server, customer } = required.world;
    const user = await createInvitedUser(server, customer.account);
    const link = await linkFor(server, user);
    const person = visitor(server);
    const page = await person.get(link);
    expect(page.text).toContain('Continue with');
    expect(page.text).not.toContain('<form');
    expect((await person.visit('POST', link, { form: {} })).status).toBe(200);
    expect((await person.get('/app/session')).status).toBe(401);
    const [, href = ''] = /href="(\/sign-in\/oidc\?[^"]+)"/.exec(page.text) ?? [];
    own.signInAs({ email: 'someone-else@example.com', email_verified: true });
    expect((await follow(person, href)).status).toBe(403);
    own.signInAs({ email: user.email, email_verified: true });
    expect((await follow(person, href)).status).toBe(303);
    const { body } = await person.get('/app/session');
    expect([body.user.id, body.session.awaits_passkey]).toEqual([user.id, false]);
    // Used up.
    const again = visitor(server);
    expect((await follow(again, href)).status).toBe(410);
  });

  it('a provider that is down has a page that says so', async () => {
    const { server } = required.world;
    const person = visitor(server);
    server.setNow(new Date(Date.now() + 2 * 3_600_000));
    await own.stop();
    const answer = await person.get('/sign-in/oidc');
    await expectRefused(answer, person, 503, 'isn’t responding');
    expect(answer.setCookies).toEqual([]);
  });
});
