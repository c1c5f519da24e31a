import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { recordHealth } from '../../src/features/feeds/health/record-health.js';
import { findFeed } from '../../src/features/feeds/feed-store.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { readMonth } from '../../src/platform/time/months.js';
import { addFavorite } from '../../src/features/projects/change-favorites.js';
import { createDeposit } from '../../src/features/deposits/create-deposit.js';
import { checkNewFeed, createFeed } from '../../src/features/feeds/create-feed.js';
import type { Account } from '../../src/features/accounts/account.js';
import type { Locale } from '../../src/messages/locales.js';
import { createSignInLink } from '../../src/features/users/sign-in-link.js';
import type { User } from '../../src/features/users/user-store.js';
import { startSmtpServer, type TestSmtpServer, type ReceivedMail } from '../support/smtp-server.js';
import { createAcceptedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let smtp: TestSmtpServer;
let world: World;
beforeAll(async () => {
  smtp = await startSmtpServer();
  world = await startWorld({ REGROVE_SMTP_URL: smtp.url });
  world.server.setNow('2026-11-01T00:15:00Z');
});
afterAll(async () => {
  await world.stop();
  await smtp.close();
});

const context = () => world.server.running.instance.context;
const base = () => world.server.running.baseUrl;
const october = readMonth('2026-10');

let count = 0;
async function inhabited(name: string, locale: Locale): Promise<{ account: Account; user: User }> {
  const account = await createAccount(context(), undefined, 'customer', {
    name: `${name} ${String(++count)}`,
  });
  const user = await createAcceptedUser(world.server, account, {
    email: `${String(count)}@example.com`,
    locale,
  });
  return { account, user };
}

/** Sends what is queued and returns the last mail to that user. */
async function lastTo({ email }: User): Promise<ReceivedMail> {
  await sendMails(context());
  const mail = smtp.to(email).at(-1);
  if (!mail) throw new Error(`nothing came for ${email}`);
  return mail;
}

async function feedOf(
  account: Account,
): Promise<{ tell(health: 'healthy' | 'unhealthy'): Promise<void>; id: string }> {
  const input = {
    type: 'fmaudit',
    serverId: null,
    externalId: 'Floor 3',
    collectionScope: 'all' as const,
    activatedAt: undefined,
    createdBy: account.id,
  };
  const { id } = await createFeed(context(), account, input, await checkNewFeed(context(), account, input));
  return {
    id,
    async tell(health) {
      const feed = await findFeed(context().db, account.id, id);
      if (!feed) throw new Error('the feed is gone');
      await recordHealth(
        context(),
        feed,
        health === 'healthy' ? { health } : { health, reason: 'noAnswer', host: null },
      );
    },
  };
}

const subjects = {
  en: {
    invitation: 'You are invited to join {account}',
    signIn: 'Your sign-in link',
    monthEnd: 'Your reforestation in October 2026',
    trouble: 'No page counts from “fmaudit (Floor 3)”',
    recovered: '“fmaudit (Floor 3)” is delivering page counts again',
    total: '2 trees funded for 16,666 pages of paper',
  },
  de: {
    invitation: 'Einladung von {account}',
    signIn: 'Ihr Anmeldelink',
    monthEnd: 'Ihre Aufforstung im Oktober 2026',
    trouble: 'Keine Zählerstände von „fmaudit (Floor 3)“',
    recovered: '„fmaudit (Floor 3)“ liefert wieder Zählerstände',
    total: '2 Bäume finanziert für 16.666 Seiten Papier',
  },
  ja: {
    invitation: '{account}からのご招待',
    signIn: 'ログイン用リンクのお知らせ',
    monthEnd: '2026年10月の再植林のご報告',
    trouble: '「fmaudit (Floor 3)」からページ数を取得できません',
    recovered: '「fmaudit (Floor 3)」からのページ数の取得が再開しました',
    total: '用紙16,666ページ分として、2本の植樹を支援',
  },
  th: {
    invitation: 'คำเชิญจาก {account}',
    signIn: 'ลิงก์เข้าสู่ระบบของท่าน',
    monthEnd: 'การสนับสนุนการปลูกป่าทดแทนของท่านประจำเดือนตุลาคม 2026',
    trouble: 'ไม่ได้รับข้อมูลจำนวนหน้าจาก “fmaudit (Floor 3)”',
    recovered: '“fmaudit (Floor 3)” กลับมาส่งข้อมูลจำนวนหน้าแล้ว',
    total: 'สนับสนุนการปลูกต้นไม้ 2 ต้น สำหรับกระดาษ 16,666 หน้า',
  },
  'zh-TW': {
    invitation: '來自{account}的邀請',
    signIn: '您的登入連結',
    monthEnd: '2026年10月再造林報告',
    trouble: '未收到「fmaudit (Floor 3)」的頁數資料',
    recovered: '「fmaudit (Floor 3)」已恢復傳送頁數資料',
    total: '為16,666頁紙張資助種植2棵樹木',
  },
};

describe.each(Object.entries(subjects))('In %s', (locale, expected) => {
  it('an invitation, a sign-in link, a receipt and the state of a feed are complete in both parts', async () => {
    const { account, user } = await inhabited('Müller & 森', locale as Locale);
    const invitation = await lastTo(user);
    expect(invitation.subject).toBe(expected.invitation.replace('{account}', account.name));
    const link = new RegExp(`${base()}/sign-in/rl_[A-Za-z0-9_-]{54}`).exec(invitation.text)?.[0] ?? 'none';
    expect(invitation.html).toContain(`href="${link}"`);
    expect(invitation.html).toContain(`<html lang="${locale}">`);
    expect(invitation.html).toContain(account.name.replace('&', '&amp;'));

    const { token } = await createSignInLink(context(), user, { isSent: true });
    const signIn = await lastTo(user);
    expect(signIn.subject).toBe(expected.signIn);
    expect(signIn.text).toContain(`${base()}/sign-in/${token}\n`);
    expect(signIn.text).toContain('15');

    for (const project of [world.projects.forest, world.projects.grove])
      await addFavorite(context(), account.id, { id: project, status: 'active' });
    const sheet = { width: 0.2159, length: 0.2794, gsm: 75 };
    await createDeposit(context(), account.id, { pages: 16_666, ...sheet, date: new Date('2026-10-10') });
    await closeMonth(context(), october);
    const receipt = await lastTo(user);
    expect(receipt.subject).toBe(expected.monthEnd);
    const { rows, ids } = await certificatesOf(account.id);
    expect(rows).toHaveLength(2);
    for (const part of [receipt.text, receipt.html]) {
      expect(part).toContain(expected.total);
      expect(
        [...part.matchAll(/\/certificates\/([0-9a-f-]{36})(\.pdf)?(?=["\n])/g)].map(([, id]) => id).sort(),
      ).toEqual([...ids, ...ids].sort());
      expect(part).toMatch(/Forest[^]*Grove/);
    }

    const feed = await feedOf(account);
    await feed.tell('unhealthy');
    const trouble = await lastTo(user);
    expect(trouble.subject).toBe(expected.trouble);
    expect(trouble.text).toContain(`${base()}/feeds/${feed.id}`);
    await feed.tell('healthy');
    expect((await lastTo(user)).subject).toBe(expected.recovered);
    expect(smtp.to(user.email)).toHaveLength(5);
  });
});

async function certificatesOf(account: string) {
  const rows = await world.server.sql<{ id: string }>(
    'select id from biomass_certificates where account_id = $1',
    [account],
  );
  return { rows, ids: rows.map(({ id }) => id) };
}

describe('A mail', () => {
  it('is marked as automatic, and has a date and a stable id', async () => {
    const { user } = await inhabited('Plain', 'en');
    const { headers, raw, from } = await lastTo(user);
    const [row] = await world.server.sql<{ id: string }>('select id from mails where address = $1', [
      user.email,
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: 'Regrove <no-reply@[127.0.0.1]>',
      to: user.email,
      'auto-submitted': 'auto-generated',
      'content-language': 'en',
      'message-id': `<${String(row?.id)}@[127.0.0.1]>`,
      date: 'Sun, 01 Nov 2026 00:15:00 +0000',
    });
    expect(from).toBe('no-reply@[127.0.0.1]');
    expect(raw).not.toMatch(/<table/i);
  });

  it('escapes names, whatever they contain', async () => {
    const { user } = await inhabited('<script>alert(1)</script>"\'&', 'en');
    const { html, text } = await lastTo(user);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(text).toContain('<script>alert(1)</script>"\'&');
  });

  it('has no header that comes from a name', async () => {
    const { account, user } = await inhabited('Evil', 'en');
    // The API accepts none of this.
    const name = 'Evil\r\nBcc: all@example.com\r\n\r\n<p>Body</p>\u202E';
    await world.server.sql('update mails set account_name = $2 where account_id = $1', [account.id, name]);
    const { headers, subject } = await lastTo(user);
    expect(headers.has('bcc')).toBe(false);
    expect(subject).toBe('You are invited to join Evil Bcc: … <p>Body</p>');
  });

  it('isolates a right-to-left name', async () => {
    const { account, user } = await inhabited('מאפיית השחר', 'en');
    const { subject, html } = await lastTo(user);
    expect(subject).toBe(`You are invited to join \u2068${account.name}\u2069`);
    expect(html).toContain(`\u2068${account.name}\u2069`);
  });
});
