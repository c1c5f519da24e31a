import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { findFeed } from '../../src/features/feeds/feed-store.js';
import { recordHealth } from '../../src/features/feeds/health/record-health.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { acceptInvitation } from '../../src/features/users/accept-invitation.js';
import { operatorRecipients } from '../../src/features/users/recipient-store.js';
import { changeUser } from '../../src/features/users/change-user.js';
import type { User } from '../../src/features/users/user-store.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { readMonth } from '../../src/platform/time/months.js';
import { bill } from '../support/billing.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.js';
import { createAcceptedUser, createInvitedUser, signInVisitor, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let smtp: TestSmtpServer;
let world: World;
let member: TestAccount;
let user: User;
let person: Visitor;
let colleague: User;
beforeAll(async () => {
  smtp = await startSmtpServer();
  world = await startWorld({ REGROVE_SMTP_URL: smtp.url });
});
afterAll(async () => {
  await world.stop();
  await smtp.close();
});
beforeEach(async () => {
  world.server.setNow('2026-11-01T00:15:00Z');
  member = await world.newAccount('channel', world.distributor);
  user = await createAcceptedUser(world.server, member.account, { permission: 'restricted' });
  colleague = await createAcceptedUser(world.server, member.account);
  person = await signInVisitor(world.server, user);
});

const context = () => world.server.running.instance.context;
const mute = (muted_mails: unknown) => person.app('PATCH', '/app/session', { muted_mails });
const mailed = async (kind: string): Promise<string[]> =>
  (
    await world.server.sql<{ user_id: string }>(
      'select user_id from mails where account_id = $1 and kind = $2 order by user_id',
      [member.id, kind],
    )
  ).map(({ user_id }) => user_id);

async function breakFeed(): Promise<void> {
  const { body } = await member.api.post('/feeds', { type: 'fmaudit' });
  const feed = await findFeed(context().db, member.account.id, String(body.id));
  if (!feed) throw new Error('There is no feed');
  await recordHealth(context(), feed, { health: 'unhealthy', reason: 'noAnswer', host: null });
}

describe('Mails about an account', () => {
  it('are not posted to users who have muted them', async () => {
    const { status, body } = await mute(['month-end', 'feeds']);
    expect([status, body.user.muted_mails]).toEqual([200, ['month-end', 'feeds']]);
    await member.api.post('/deposits', { pages: 1000, date: '2026-10-10' });
    await closeMonth(context(), readMonth('2026-10'));
    await breakFeed();
    expect(await mailed('month-end')).toEqual([colleague.id]);
    expect(await mailed('feed-trouble')).toEqual([colleague.id]);
  });

  it('are posted again once they are wanted again, which the audit trail tells', async () => {
    await mute(['feeds']);
    await mute([]);
    await breakFeed();
    expect(await mailed('feed-trouble')).toEqual([user.id, colleague.id].sort());
    const entries = await world.server.sql(
      `select actor_id, after->'muted_mails' as after from audit_entries
       where account_id = $1 and action = 'user.update' and subject_id = $2 order by at, id`,
      [member.id, user.id],
    );
    expect(entries).toEqual([
      { actor_id: user.id, after: ['feeds'] },
      { actor_id: user.id, after: [] },
    ]);
  });

  it('with invoices reach the first user with full permission if nobody wants them, and so do credit notes', async () => {
    const later = await createAcceptedUser(world.server, member.account, { email: 'later@example.com' });
    const muteInvoices = (...users: User[]) =>
      world.server.sql(
        `update users set muted_mails = '{invoices}' where account_id = $1 and id = any($2::uuid[])`,
        [member.id, users.map(({ id }) => id)],
      );
    const billOne = async (month: string): Promise<string> => {
      const { body } = await member.api.post('/biomass/offsets', { pages: 1000, date: `${month}-10` });
      await bill(world.server, month);
      return String(body.id);
    };
    await muteInvoices(user, colleague);
    const offset = await billOne('2026-09');
    expect(await mailed('invoice')).toEqual([later.id]);
    await muteInvoices(later);
    await billOne('2026-10');
    expect(await mailed('invoice')).toEqual([later.id, colleague.id].sort());
    await withdrawOffset(context(), member.account.id, offset, { reason: 'Mistake', returnsPages: false });
    expect(await mailed('credit-note')).toEqual([colleague.id]);
  });

  it('say where they can be muted; sign-in links do not', async () => {
    const { t } = i18nFor('en');
    await breakFeed();
    await sendMails(context());
    const link = `${t('mail.choice.action')}:\n${world.server.running.baseUrl}/accounts/${member.id}/notifications`;
    // Mails are sent at the same time, so any of them may be first.
    const texts = smtp.to(colleague.email).map(({ text }) => text);
    const invitation = texts.find((text) => text.includes('/sign-in/')) ?? 'none';
    expect(texts.filter((text) => text.includes(link))).toHaveLength(1);
    expect(invitation).not.toBe('none');
    expect(invitation).not.toContain(t('mail.choice.title'));
  });

  it('to operators are muted in the same way', async () => {
    await changeUser(context(), member.account.id, user.id, { isOperator: true });
    const isTold = async () =>
      (await operatorRecipients(context().db, 'set-aside')).some(({ userId }) => userId === user.id);
    expect(await isTold()).toBe(true);
    await mute(['set-aside']);
    expect(await isTold()).toBe(false);
  });

  it('to operators are not sent to those who have not accepted', async () => {
    const invited = await createInvitedUser(world.server, member.account);
    await changeUser(context(), member.account.id, invited.id, { isOperator: true });
    const isTold = async () =>
      (await operatorRecipients(context().db, 'set-aside')).some(({ userId }) => userId === invited.id);
    expect(await isTold()).toBe(false);
    await acceptInvitation(context(), invited);
    expect(await isTold()).toBe(true);
  });
});

it.each([['invitation'], 'feeds', ['feeds', 'feeds'], ['month-end', 'feeds', 'set-aside', 'feeds'], null])(
  'The choice of mails refuses anything else: %j',
  async (muted) => {
    expect((await mute(muted)).status).toBe(400);
    expect((await person.get('/app/session')).body.user.muted_mails).toEqual([]);
  },
);
