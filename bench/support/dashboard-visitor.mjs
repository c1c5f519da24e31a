import { setTimeout as pause } from 'node:timers/promises';
import { createSignInLink, createUser } from './compiled-server.mjs';

/** A user of the member, and a link that signs them in. */
export async function inviteVisitor(context, { account }) {
  const user = await createUser(context, account.id, { email: `holder-${account.id}@paper.example` });
  const { token } = await createSignInLink(context, user, { isSent: false });
  return { account, path: `/sign-in/${token}` };
}

/** A window of the browser in which the invited user is signed in. */
export async function openVisitor(browser, { url }, { account, path }) {
  const { origin } = new URL(url);
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.getByRole('button').first().click();
  await page.waitForURL(`${origin}/accounts/${account.id}`);
  const addressOf = (screen) => `${origin}/accounts/${account.id}${screen && `/${screen}`}`;
  return {
    /** From the address to the screen with all its figures; the milliseconds are the browser's own. */
    async show(screen) {
      await page.goto(addressOf(screen), { waitUntil: 'commit' });
      return momentOf(page, isShown);
    },
    /** The same in a window that has never been here but is signed in. */
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

/** The screen has its heading, and there is somewhere to go. */
const isUsable = `document.querySelector('main h1') && document.querySelector('nav a') && performance.now()`;

/** What is still loading is drawn in grey. */
const isShown = `document.querySelector('main h1') && !document.querySelector('.mantine-Skeleton-root') && performance.now()`;

// Asked again and again from outside: the page's own policy lets nobody leave an expression in it to wait.
async function momentOf(page, condition) {
  for (;;) {
    // While the page is on its way there is nothing to ask.
    const milliseconds = await page.evaluate(condition).catch(() => undefined);
    if (milliseconds) return milliseconds;
    await pause(5);
  }
}
