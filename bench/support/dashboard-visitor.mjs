import { setTimeout as pause } from 'node:timers/promises';
import { createSignInLink, createUser } from './compiled-server.mjs';

/** Creates a user of the member, and a link that signs them in. */
export async function inviteVisitor(context, { account }) {
  const user = await createUser(context, account.id, { email: `holder-${account.id}@paper.example` });
  const { token } = await createSignInLink(context, user, { isSent: false });
  return { account, path: `/sign-in/${token}` };
}

/** A browser window in which the invited user is signed in. */
export async function openVisitor(browser, { url }, { account, path }) {
  const { origin } = new URL(url);
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.getByRole('button').first().click();
  await page.waitForURL(`${origin}/accounts/${account.id}`);
  const addressOf = (screen) => `${origin}/accounts/${account.id}${screen && `/${screen}`}`;
  return {
    /** The time until the screen shows all its figures, in milliseconds as measured by the browser. */
    async show(screen) {
      await page.goto(addressOf(screen), { waitUntil: 'commit' });
      return momentOf(page, isShown);
    },
    /** The same in a new window that is signed in but has an empty cache. */
    async showFirst(screen) {
      const fresh = await browser.newContext({
        ignoreHTTPSErrors: true,
        storageState: await context.storageState(),
      });
      const first = await fresh.newPage();
      await first.goto(addressOf(screen), { waitUntil: 'commit' });
      const usable = await momentOf(first, isUsable);
      const whole = await momentOf(first, isShown);
      await fresh.close();
      return { usable, whole };
    },
    close: () => context.close(),
  };
}

/** The screen has its heading and navigation. */
const isUsable = `document.querySelector('main h1') && document.querySelector('nav a') && performance.now()`;

/** What is still loading is drawn as a skeleton. */
const isShown = `document.querySelector('main h1') && !document.querySelector('.mantine-Skeleton-root') && performance.now()`;

// Polled from outside: the page's content security policy does not allow waiting for an expression inside it.
async function momentOf(page, condition) {
  for (;;) {
    // Fails while the page is loading.
    const milliseconds = await page.evaluate(condition).catch(() => undefined);
    if (milliseconds) return milliseconds;
    await pause(5);
  }
}
