import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../src/features/users/create-user.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { startSignInWorld, type SignInWorld } from '../support/sign-in-world.js';
import { expectRefusal } from '../support/refusal.js';
import { until } from '../support/until.js';
import { linkFor, createAcceptedUser, visitor, type Visitor } from '../support/visitor.js';

let signInWorld: SignInWorld;
beforeAll(async () => {
  signInWorld = await startSignInWorld();
});
afterAll(() => signInWorld.close());

const askFor = (person: Visitor, email: string, next: string) =>
  person.app('POST', '/app/sign-in', { email, next });

/** The path of the mailed link, including its query. */
const mailedLink = async (person: Visitor, email: string, next: string): Promise<string> => {
  const { text } = await signInWorld.mailAfter(() => askFor(person, email, next), email);
  return /\/sign-in\/rl_\S+/.exec(text)?.[0] ?? '';
};

const screens = ['/accounts', '/accounts/0199/deposits?month=2026-10', '/feeds/0199', '/operator/months#a'];
const elsewhere = [
  'https://evil.example/accounts',
  '//evil.example/accounts',
  '/\\evil.example',
  '/accounts//evil.example',
  '/accounts/..//evil.example',
  '/accounts\n/x',
  '/accounts/x\r\nSet-Cookie: a=b',
  '/accounts/@evil.example',
  '/app/session',
  '/v1/account',
  '/sign-in/x',
  '/accounts/Your prize waits',
  `/accounts/${'x'.repeat(500)}`,
  'javascript:alert(1)',
  '',
];

describe('The screen that was requested before signing in', () => {
  it.each(screens)('is the target of the mailed link: %s', async (next) => {
    const { world, acceptedUser } = signInWorld;
    const user = await acceptedUser();
    const person = visitor(world.server);
    const link = await mailedLink(person, user.email, next);
    expect(new URL(link, 'https://x').searchParams.get('next')).toBe(next);
    const { status, headers } = await person.visit('POST', link, { form: {} });
    expect([status, headers['location']]).toEqual([303, next]);
  });

  it('is the target of an invitation that a person who asks for a link gets again', async () => {
    const { world, mailAfter } = signInWorld;
    const { context } = world.server.running.instance;
    const email = 'invited@example.com';
    const input = { email, fullName: null, locale: 'en' } as const;
    const { text } = await mailAfter(() => createUser(context, world.customer.account.id, input), email);
    expect(text).not.toContain('next=');
    const screen = `/accounts/${world.customer.id}/sales?month=2026-09`;
    const person = visitor(world.server);
    const link = await mailedLink(person, email, screen);
    expect(new URL(link, 'https://x').searchParams.get('next')).toBe(screen);
    const { status, headers } = await person.visit('POST', link, { form: {} });
    expect([status, headers['location']]).toEqual([303, screen]);
  });

  it('is kept in another browser, in another language, and while choosing an account', async () => {
    const { world, smtp, acceptedUser } = signInWorld;
    const user = await acceptedUser();
    await createAcceptedUser(world.server, world.channel.account, { email: user.email });
    // The invitation to the second account.
    await until(
      'the second mail',
      () => smtp.to(user.email).length,
      (count) => count > 1,
    );
    const link = await mailedLink(visitor(world.server), user.email, '/accounts/0199/quotes');
    const other = visitor(world.server);
    const { text } = await other.get(link);
    const french = /href="(\?locale=fr[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const path = new URL(french, `https://x${link}`);
    const address = path.pathname + path.search;
    const choice = await other.visit('POST', address, { form: { email: user.email } });
    expect(choice.text).toContain(world.channel.id);
    const chosen = { email: user.email, account: world.channel.id };
    const { headers } = await other.visit('POST', address, { form: chosen });
    expect(headers['location']).toBe('/accounts/0199/quotes');
  });

  it.each(elsewhere)('must be one of our own screens, otherwise it is ignored: %j', async (next) => {
    const { world } = signInWorld;
    expectRefusal(await askFor(visitor(world.server), 'somebody@example.com', next), 400);
    const link = await linkFor(world.server, await createAcceptedUser(world.server, world.customer.account));
    const { status, headers } = await visitor(world.server).visit(
      'POST',
      `${link}?next=${encodeURIComponent(next)}`,
      { form: {} },
    );
    expect([status, headers['location']]).toEqual([303, '/']);
  });

  it('is named in the error when it is invalid', async () => {
    const { body } = await askFor(
      visitor(signInWorld.world.server),
      'somebody@example.com',
      '//evil.example',
    );
    expect(body.error).toMatch(/^next /);
  });
});

describeInBrowser('In Chromium', () => {
  it('the user lands on the requested screen', async () => {
    const { world, smtp, acceptedUser } = signInWorld;
    const user = await acceptedUser();
    const browser = await openBrowser();
    const { page } = browser;
    const { baseUrl } = world.server.running;
    const screen = `/accounts/${world.customer.id}/deposits?month=2026-02`;
    await page.goto(baseUrl + screen);
    const sent = smtp.to(user.email).length;
    await page.locator('input[name=email]').fill(user.email);
    await page.locator('button[type=submit]').click();
    await until(
      'the mail with the link',
      () => smtp.to(user.email).length,
      (count) => count > sent,
    );
    const link = /\/sign-in\/rl_\S+/.exec(smtp.to(user.email).at(-1)?.text ?? '')?.[0] ?? '';
    await page.goto(baseUrl + link);
    await page.getByRole('main').getByRole('button').click();
    await page.waitForURL(baseUrl + screen);
    await page.getByRole('heading', { name: 'February 2026' }).waitFor();
    await browser.close();
  });
});
