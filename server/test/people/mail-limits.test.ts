import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { findFeed } from '../../src/features/feeds/feed-store.js';
import { recordHealth } from '../../src/features/feeds/health/record-health.js';
import { listMails, type MailState } from '../../src/features/mail/mail-list-store.js';
import { retryMail } from '../../src/features/mail/retry-mail.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { readMonth } from '../../src/platform/time/months.js';
import { inviteUser, createSignInLink } from '../../src/features/users/sign-in-link.js';
import { createUser } from '../../src/features/users/create-user.js';
import { deleteUser } from '../../src/features/users/delete-user.js';
import type { User } from '../../src/features/users/user-store.js';
import { freePort } from '../support/ports.js';
import { unknownId } from '../support/refusal.js';
import { startSmtpServer, type TestSmtpServer, type ReceivedMail } from '../support/smtp-server.js';
import { feedAt, startPrintServer } from '../support/print-server.js';
import { linkIn } from '../support/sign-in-world.js';
import { createAcceptedUser, createInvitedUser, visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let smtp: TestSmtpServer;
let world: World;
let member: TestAccount;
const begin = Date.parse('2026-11-10T08:00:00.000Z');
const hoursLater = (hours: number): void => world.server.setNow(new Date(begin + hours * 3_600_000));

beforeAll(async () => {
  smtp = await startSmtpServer();
  world = await startWorld({ REGROVE_SMTP_URL: smtp.url, REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
});
afterAll(async () => {
  await world.stop();
  await smtp.close();
});
beforeEach(async () => {
  hoursLater(0);
  member = await world.newAccount('channel', world.distributor);
});
afterEach(async () => {
  smtp.accepted.length = 0;
  await world.server.sql('delete from mails');
});

const context = () => world.server.running.instance.context;
/** Like several concurrent processes. */
const send = () => Promise.all([sendMails(context()), sendMails(context()), sendMails(context())]);
const subjectsTo = ({ email }: User) => smtp.to(email).map(({ subject }) => subject);
const listed = (state?: MailState) => listMails(context().db, state, 1000);

describe('Mails about a feed', () => {
  const flap = async (id: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time++)
      for (const health of ['unhealthy', 'healthy'] as const) {
        world.server.setNow(new Date(context().clock().getTime() + 1000));
        const feed = await findFeed(context().db, member.account.id, id);
        if (!feed) throw new Error('the feed is gone');
        await recordHealth(
          context(),
          feed,
          health === 'healthy' ? { health } : { health, reason: 'login', host: null },
        );
        await sendMails(context());
      }
  };
  const newFeed = async (): Promise<string> => (await member.api.post('/feeds', { type: 'fmaudit' })).body.id;

  it('are limited, whatever happens to the feed: without a limit, 30 changes of its source sent 150', async () => {
    const users = await Promise.all(
      Array.from({ length: 5 }, () => createAcceptedUser(world.server, member.account)),
    );
    const stranger = await createInvitedUser(world.server, member.account);
    await world.server.sql('delete from mails');
    const printServer = await startPrintServer({ copier: 350 });
    const feed = await printServer.feed(member);
    const { server_id: away } = await feedAt(member, `http://127.0.0.1:${String(await freePort())}`);
    for (let time = 0; time < 15; time++)
      for (const server_id of [away, feed.server_id]) {
        world.server.setNow(new Date(context().clock().getTime() + 1000));
        expect((await member.api.patch(`/feeds/${String(feed.id)}`, { server_id })).status).toBe(200);
        await send();
      }
    await printServer.close();
    expect(smtp.accepted).toHaveLength(5 * 6);
    for (const user of users) expect(smtp.to(user.email)).toHaveLength(6);
    expect(smtp.to(stranger.email)).toEqual([]);
  });

  it('over the limit are held as one newest mail per user, which says how many it replaced', async () => {
    const user = await createAcceptedUser(world.server, member.account);
    await world.server.sql('delete from mails');
    await flap(await newFeed(), 10);
    expect(smtp.accepted).toHaveLength(6);
    expect(await listed('held')).toMatchObject([
      {
        kind: 'feed-recovered',
        address: user.email,
        superseded: 13,
        lastError: expect.stringContaining('at most 3 of this kind a day to one address about the same'),
      },
    ]);
    expect(await listed('waiting')).toEqual([]);
    hoursLater(23.9);
    await send();
    expect(smtp.accepted).toHaveLength(6);
    hoursLater(24.1);
    await send();
    expect(subjectsTo(user)).toHaveLength(7);
    expect(subjectsTo(user).at(-1)).toContain('again');
    expect(await listed('held')).toEqual([]);
  });

  it('of one feed do not limit those of another, up to the total for an address', async () => {
    const user = await createAcceptedUser(world.server, member.account);
    await world.server.sql('delete from mails');
    for (let feeds = 0; feeds < 18; feeds++) await flap(await newFeed(), 3);
    // Three of each kind for 16 feeds, and two of each for the next.
    expect(smtp.to(user.email)).toHaveLength(100);
    expect(await listed('held')).toHaveLength(2);
  });

  it('are released when the operator requests it', async () => {
    const user = await createAcceptedUser(world.server, member.account);
    await world.server.sql('delete from mails');
    await flap(await newFeed(), 4);
    const [held] = await listed('held');
    expect(await retryMail(context(), held?.id ?? '')).toMatchObject({ state: 'waiting' });
    await send();
    expect(smtp.to(user.email)).toHaveLength(7);
  });
});

describe('Invitations', () => {
  const email = 'again@example.com';
  const inviteAndForget = async ({ account }: TestAccount): Promise<void> => {
    const { id } = await createUser(context(), account.id, { email });
    await send();
    await deleteUser(context(), account.id, id);
  };

  it('to one address are limited to ten a day from one tree of accounts, and twenty in total', async () => {
    const sibling = await world.newAccount('channel', world.distributor);
    const [other, third] = [await world.newAccount(), await world.newAccount()];
    for (let time = 0; time < 6; time++) for (const one of [member, sibling]) await inviteAndForget(one);
    expect(smtp.to(email)).toHaveLength(10);
    for (let time = 0; time < 9; time++) await inviteAndForget(other);
    expect(smtp.to(email)).toHaveLength(19);
    for (let time = 0; time < 3; time++) await inviteAndForget(third);
    expect(smtp.to(email)).toHaveLength(20);
    hoursLater(24.1);
    await inviteAndForget(third);
    expect(smtp.to(email)).toHaveLength(21);
  });

  it('over the limit are sent a day later, with a valid link', async () => {
    const user = await createInvitedUser(world.server, member.account);
    for (let time = 0; time < 5; time++) {
      await inviteUser(context(), user);
      await send();
    }
    expect(smtp.to(user.email)).toHaveLength(3);
    expect(await listed('held')).toMatchObject([{ kind: 'invitation', superseded: 1 }]);
    hoursLater(24.1);
    await send();
    const last = smtp.to(user.email).at(3);
    expect((await visitor(world.server).get(linkIn(last as ReceivedMail))).status).toBe(200);
  });

  it('of one account are limited to 200 a day', async () => {
    const root = await world.newAccount('distributor');
    for (let users = 0; users < 203; users++) await createInvitedUser(world.server, root.account);
    await send();
    expect(smtp.accepted).toHaveLength(200);
    expect(await listed('held')).toHaveLength(3);
  });
});

describe('Sign-in links', () => {
  it('to one address are limited to ten an hour; a link that could not be sent in time is listed with the reason', async () => {
    const user = await createAcceptedUser(world.server, member.account);
    await world.server.sql('delete from mails');
    for (let time = 0; time < 12; time++) {
      await createSignInLink(context(), user, { isSent: true });
      await send();
    }
    expect(smtp.to(user.email)).toHaveLength(10);
    expect(await listed('held')).toMatchObject([{ kind: 'sign-in', superseded: 1 }]);
    hoursLater(0.5);
    await send();
    expect(await listed('failed')).toMatchObject([
      {
        lastError: expect.stringMatching(/at most 10 of this kind an hour.*its link expired in the meantime/),
      },
    ]);
    hoursLater(1.1);
    await createSignInLink(context(), user, { isSent: true });
    await send();
    expect(smtp.to(user.email)).toHaveLength(11);
  });
});

describe('Invitations', () => {
  const release = (root: TestAccount, accountId: string, count: number) =>
    world.server.sql(
      `insert into mails (account_id, id, event, kind, user_id, address, locale, account_name, facts, created_at, state,
         next_try_at, sent_at, released_at, root_id)
       select $1, gen_random_uuid(), gen_random_uuid(), 'invitation', gen_random_uuid(), 'x@example.com', 'en', 'x', '{}', $2,
         'sent', $2, $2, $2, $3
       from generate_series(1, $4::integer)`,
      [accountId, new Date(begin), root.id, count],
    );

  it('of accounts below leave some for their root account', async () => {
    const root = await world.newAccount('distributor');
    const child = await world.newAccount('channel', root);
    await release(root, unknownId, 400);
    const [ofChild, ofRoot] = [
      await createInvitedUser(world.server, child.account),
      await createInvitedUser(world.server, root.account),
    ];
    await send();
    expect(smtp.to(ofChild.email)).toEqual([]);
    expect(smtp.to(ofRoot.email)).toHaveLength(1);
    expect(await listed('held')).toMatchObject([{ kind: 'invitation', address: ofChild.email }]);
  });

  it('of an account below, and of those below it, leave some for its siblings', async () => {
    const root = await world.newAccount('distributor');
    const [loud, quiet] = [await world.newAccount('channel', root), await world.newAccount('channel', root)];
    const below = [await world.newAccount('customer', loud), await world.newAccount('customer', loud)];
    await release(root, loud.id, 40);
    for (const { id } of below) await release(root, id, 29);
    const invited = async ({ account }: TestAccount): Promise<number> => {
      const { email } = await createInvitedUser(world.server, account);
      await send();
      return smtp.to(email).length;
    };
    // They may send 100 in all, whichever of them does.
    for (const member of [loud, ...below])
      expect([member.id, await invited(member)]).toEqual([member.id, member === below[1] ? 0 : 1]);
    expect(await listed('held')).toMatchObject([
      { lastError: expect.stringContaining('at most 100 of this kind a day from an account directly below') },
    ]);
    for (const member of [quiet, root]) expect(await invited(member)).toBe(1);
  });
});

describe('Receipts', () => {
  it('are limited per address like all other mails', async () => {
    const user = await createAcceptedUser(world.server, member.account);
    await world.server.sql('delete from mails');
    // As many as the limit for one address.
    await world.server.sql(
      `insert into mails (account_id, id, event, kind, user_id, address, locale, account_name, facts, created_at, state,
         next_try_at, sent_at, released_at)
       select gen_random_uuid(), gen_random_uuid(), 'x', 'month-end', $1, upper($2), 'en', 'x', '{}', $3, 'sent', $3, $3, $3
       from generate_series(1, 500)`,
      [user.id, user.email, new Date(begin)],
    );
    expect((await member.api.post('/deposits', { pages: 1000, date: '2026-10-10' })).status).toBe(200);
    await closeMonth(context(), readMonth('2026-10'));
    await send();
    expect(smtp.to(user.email)).toEqual([]);
    expect(await listed('held')).toMatchObject([{ kind: 'month-end', address: user.email }]);
    hoursLater(24.1);
    await send();
    expect(smtp.to(user.email)).toHaveLength(1);
  });
});

describe('Text from others in a mail', () => {
  it('contains no URL, in any part', async () => {
    const name = 'Your invoice https://evil.example/pay or evil.example';
    const display_name = name;
    expect((await world.distributor.api.patch(`/accounts/${member.id}`, { display_name })).status).toBe(200);
    const user = await createAcceptedUser(world.server, member.account);
    const { body: feed } = await member.api.post('/feeds', {
      type: 'fmaudit',
      external_id: 'Log in at https://evil.example or www.evil.example',
    });
    const found = await findFeed(context().db, member.account.id, feed.id);
    if (!found) throw new Error('the feed is gone');
    await recordHealth(context(), found, { health: 'unhealthy', reason: 'login', host: null });
    await send();
    expect(subjectsTo(user).sort()).toEqual([
      'No page counts from “fmaudit (Log in at … or …”',
      'You are invited to join Your invoice … or evil. example',
    ]);
    for (const { subject, text, html } of smtp.to(user.email))
      for (const part of [subject, text, html])
        expect(part.replaceAll(user.email, '')).not.toMatch(/evil\.example|www\./);
  });

  it('is refused when an address would add a header', async () => {
    const user = await createInvitedUser(world.server, member.account);
    // The API accepts none of this.
    await world.server.sql('update mails set address = $2 where user_id = $1', [
      user.id,
      `${user.email}\r\nBcc: all@example.com`,
    ]);
    await send();
    expect(smtp.accepted).toEqual([]);
    expect(await listed('failed')).toHaveLength(1);
  });
});
