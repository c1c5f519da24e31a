import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { NewUserInput } from '../../src/features/users/create-user.js';
import type { User } from '../../src/features/users/user-store.js';
import { expectSignedIn } from '../support/sign-in-world.js';
import { linkFor, createAcceptedUser, visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const newUser = (input: Partial<NewUserInput> = {}, member = world.customer): Promise<User> =>
  createAcceptedUser(world.server, member.account, input);

describe('The pages of links', () => {
  it('are not cached, run no script, send no referrer, and submit their form to us only', async () => {
    const link = await linkFor(world.server, await newUser());
    const person = visitor(world.server);
    for (const path of [link, '/sign-in/x']) {
      const { headers, text } = await person.get(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      });
      expect(text).not.toContain('<script');
    }
    const { headers } = await person.visit('POST', link, { form: {} });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it.each(locales)('are in %s: by the URL, for its users, and for browsers', async (locale) => {
    const { t } = i18nFor(locale);
    const user = await newUser({ locale });
    const page = await visitor(world.server).get(await linkFor(world.server, user), {
      headers: { 'accept-language': locale === 'en' ? 'de' : 'en' },
    });
    expect(page.text).toContain(`<html lang="${locale}">`);
    expect(page.text).toContain(t('mail.signIn.action'));
    expect(page.headers['content-language']).toBe(locale);
    const requested = await visitor(world.server).get(`/sign-in/x?locale=${locale}`);
    expect(requested.text).toContain(t('signIn.requestAgain'));
    const negotiated = await visitor(world.server).get('/sign-in/x', {
      headers: { 'accept-language': locale },
    });
    expect(negotiated.text).toContain(t('signIn.missingTitle'));
  });

  it('escape names as text', async () => {
    const member = await world.newAccount();
    const name = `<script>alert(1)</script>"'><img src=x>`;
    await world.server.sql('update accounts set display_name = $2 where id = $1', [member.id, name]);
    const user = await newUser({ email: `o'h&ara+<b>@example.com`.replace(/[<>]/g, '') }, member);
    const { text } = await visitor(world.server).get(await linkFor(world.server, user));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x&gt;');
    expect(text).toContain('o&#39;h&amp;ara+b@example.com');
    expect(text).not.toMatch(/<script|<img/);
  });

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('do not sign in from another site, and show the button instead: %j', async (headers) => {
    const user = await newUser();
    const link = await linkFor(world.server, user);
    const person = visitor(world.server);
    const answer = await person.visit('POST', link, { form: {}, headers });
    expect([answer.status, person.cookies.size]).toEqual([403, 0]);
    expect(answer.text).toContain('<form method="post">');
    await expectSignedIn(await person.visit('POST', link, { form: {} }), person, user);
  });

  it('sign in from our own page, with the origin that browsers send', async () => {
    const { baseUrl } = world.server.running;
    for (const headers of [
      { origin: baseUrl, 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ]) {
      const user = await newUser();
      const person = visitor(world.server);
      const link = await linkFor(world.server, user);
      await expectSignedIn(await person.visit('POST', link, { form: {}, headers }), person, user);
    }
  });

  it('redirect nowhere else, whatever the URL contains', async () => {
    const user = await newUser();
    const link = `${await linkFor(world.server, user)}?next=https://evil.example&redirect=//evil.example`;
    const person = visitor(world.server);
    expect((await person.get(link)).text).not.toContain('evil');
    await expectSignedIn(
      await person.visit('POST', link, { form: { next: '//evil.example' } }),
      person,
      user,
    );
  });

  it('refuse a body that is not a form', async () => {
    const link = await linkFor(world.server, await newUser());
    const answers = [
      await visitor(world.server).visit('POST', link, { body: { email: 'x' } }),
      await visitor(world.server).visit('POST', link, { form: { email: 'x'.repeat(20_000) } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect((await visitor(world.server).get(link)).status).toBe(200);
  });
});
