import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retryMail } from '../../src/features/mail/retry-mail.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { inTransaction } from '../../src/database/in-transaction.js';
import { createUser } from '../../src/features/users/create-user.js';
import { deleteUser } from '../../src/features/users/delete-user.js';
import { createSignInLink } from '../../src/features/users/sign-in-link.js';
import type { User } from '../../src/features/users/user-store.js';
import { freePort } from '../support/ports.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.js';
import { readMail } from '../support/read-mail.js';
import { start, type RecordedProcess } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let smtp: TestSmtpServer;
let world: World;
let member: TestAccount;
beforeAll(async () => {
  // It is closed and reopened, so no other process may take its port in between.
  smtp = await startSmtpServer({ port: await freePort() });
  world = await startWorld({ REGROVE_SMTP_URL: smtp.url });
});
afterAll(async () => {
  await world.stop();
  await smtp.close();
});
beforeEach(async () => {
  smtp.behaviour = () => 'accept';
  member = await world.newAccount();
});
afterEach(async () => {
  world.server.setNow(undefined);
  await world.server.sql('delete from mails');
});

const context = () => world.server.running.instance.context;
const send = () => sendMails(context());
const id = '01900000-0000-7000-8000-00000000dead';
let count = 0;
const invite = (by = member): Promise<User> =>
  createUser(context(), by.account.id, { email: `user-${String(++count)}@example.com` });
const inMinutes = (minutes: number): void => {
  world.server.setNow(new Date(Date.now() + minutes * 60_000));
};

const mailTo = async ({ email }: User) => {
  const [mail] = await world.server.sql<{
    id: string;
    state: string;
    attempts: number;
    last_error: string | null;
  }>('select id, state, attempts, last_error from mails where address = $1', [email]);
  if (!mail) throw new Error(`there is no mail to ${email}`);
  return mail;
};

describe('A mail that is temporarily refused', () => {
  it.each([
    { code: 450, at: 'RCPT' },
    { code: 451, at: 'DATA' },
  ] as const)('is retried later, and delivered once: $code at $at', async (refusal) => {
    const user = await invite();
    smtp.behaviour = () => refusal;
    await send();
    await send();
    expect(await mailTo(user)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_error: expect.stringContaining('no'),
    });
    smtp.behaviour = () => 'accept';
    inMinutes(1.5);
    await send();
    await send();
    expect(smtp.to(user.email)).toHaveLength(1);
    expect(await mailTo(user)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
  });

  it('fails for good in the end', async () => {
    const user = await invite();
    await world.server.sql('update mails set attempts = 74 where address = $1', [user.email]);
    smtp.behaviour = () => ({ code: 450, at: 'RCPT' });
    await send();
    expect((await mailTo(user)).state).toBe('failed');
  });
});

describe('A mail that is permanently refused', () => {
  it.each([
    { code: 550, at: 'RCPT' },
    { code: 554, at: 'DATA' },
  ] as const)('is not retried automatically, and blocks no other: $code at $at', async (refusal) => {
    const bad = await invite();
    const good = await Promise.all(Array.from({ length: 6 }, () => invite()));
    smtp.behaviour = (address) => (address === bad.email ? refusal : 'accept');
    await send();
    inMinutes(600);
    await send();
    expect(await mailTo(bad)).toMatchObject({ state: 'failed', attempts: 1 });
    for (const { email } of good) expect(smtp.to(email)).toHaveLength(1);
  });

  it('is sent when the operator requests it', async () => {
    const user = await invite();
    smtp.behaviour = () => ({ code: 550, at: 'RCPT' });
    await send();
    smtp.behaviour = () => 'accept';
    const { id } = await mailTo(user);
    await retryMail(context(), id);
    await send();
    expect(smtp.to(user.email)).toHaveLength(1);
    await expect(retryMail(context(), id)).rejects.toThrow('was sent');
  });

  it('fails alone when it cannot be rendered, for any reason', async () => {
    const [bad, good] = [await invite(), await invite()];
    await world.server.sql(`update mails set kind = 'sign-in', facts = 'null' where address = $1`, [
      bad.email,
    ]);
    await send();
    expect([(await mailTo(bad)).state, (await mailTo(good)).state]).toEqual(['failed', 'sent']);
  });
});

describe('Next to another version', () => {
  const turnInto = (user: User, kind: string, facts: object = {}) =>
    world.server.sql('update mails set kind = $2, facts = $3 where address = $1', [user.email, kind, facts]);

  it('a mail that only a later version can write is left to it', async () => {
    const [unknown, known] = [await invite(), await invite()];
    await turnInto(unknown, 'from-the-future');
    await send();
    expect(await mailTo(unknown)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect((await mailTo(known)).state).toBe('sent');
  });

  it.each([
    {
      kind: 'quote-accepted',
      facts: { quoteId: id, reference: null, trees: '1', price: '1', currency: 'EUR', certificateId: id },
      error: "Cannot destructure property 'subject' of 'sayingOf(...)' as it is undefined.",
    },
    {
      kind: 'feed-trouble',
      facts: { feedId: id, feed: 'Office', reason: 'agentSilent' },
      error:
        '[@formatjs/intl Error MISSING_TRANSLATION] Missing message: "mail.reason.agentSilent" for locale "en", using id as fallback.',
    },
  ])('a mail that 0.9 could not write is sent: $kind', async ({ kind, facts, error }) => {
    const user = await invite();
    await turnInto(user, kind, facts);
    await world.server.sql(
      `update mails set state = 'failed', attempts = 1, last_error = $2 where address = $1`,
      [user.email, error],
    );
    await send();
    expect(await mailTo(user)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
    expect(smtp.to(user.email)).toHaveLength(1);
  });
});

describe('A mail whose delivery is unknown', () => {
  it('because the connection broke after its text, is not sent again automatically', async () => {
    const user = await invite();
    smtp.behaviour = () => 'drop';
    const seen = smtp.received();
    await send();
    smtp.behaviour = () => 'accept';
    inMinutes(600);
    await send();
    expect(await mailTo(user)).toMatchObject({ state: 'unsure', attempts: 1 });
    expect(smtp.received()).toBe(seen + 1);
    await retryMail(context(), (await mailTo(user)).id);
    await send();
    expect(smtp.to(user.email)).toHaveLength(1);
  });

  it('because its sender was killed, is not sent again automatically', async () => {
    const worker = startWorker();
    await worker.printed(/(Running)/);
    smtp.behaviour = () => 'hang';
    const seen = smtp.received();
    const user = await invite();
    await until(
      'the next mail',
      () => smtp.received(),
      (count) => count === seen + 1,
    );
    await worker.stop('SIGKILL');
    smtp.behaviour = () => 'accept';
    await send();
    expect((await mailTo(user)).state).toBe('sending');
    inMinutes(11);
    await send();
    await send();
    expect((await mailTo(user)).state).toBe('unsure');
    expect(smtp.received()).toBe(seen + 1);
  });
});

const startWorker = (): RecordedProcess =>
  start(['worker'], {
    REGROVE_DATA_DIR: world.server.running.instance.config.dataDir,
    REGROVE_DATABASE_URL: world.server.database.url,
    REGROVE_SMTP_URL: smtp.url,
  });

describe('Several concurrent senders', () => {
  it('send each mail once', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => invite()));
    await Promise.all(Array.from({ length: 8 }, send));
    for (const { email } of users) expect(smtp.to(email)).toHaveLength(1);
  });

  it('send each mail once in separate processes, within seconds of the notification', async () => {
    const workers = [startWorker(), startWorker()];
    await Promise.all(workers.map((worker) => worker.printed(/(Running)/)));
    const users = await Promise.all(Array.from({ length: 30 }, async () => invite(await world.newAccount())));
    await until('all mails to be sent', async () => {
      const states = await Promise.all(users.map(async (user) => (await mailTo(user)).state));
      return states.every((state) => state === 'sent');
    });
    await Promise.all(workers.map((worker) => worker.stop()));
    for (const { email } of users) expect(smtp.to(email)).toHaveLength(1);
  });
});

describe('While the SMTP server is unavailable', () => {
  it('mails wait, and all of them are sent when it is back', async () => {
    const { port } = smtp;
    await smtp.close();
    const users = await Promise.all(Array.from({ length: 10 }, () => invite()));
    for (let minute = 0; minute < 60; minute += 5) {
      inMinutes(minute);
      await send();
    }
    for (const user of users) expect(await mailTo(user)).toMatchObject({ state: 'waiting', attempts: 0 });
    smtp = await startSmtpServer({ port });
    inMinutes(61);
    await send();
    for (const { email } of users) expect(smtp.to(email)).toHaveLength(1);
  });

  it('a link that expires meanwhile is not sent', async () => {
    const user = await invite();
    await world.server.sql('delete from mails');
    await createSignInLink(context(), user, { isSent: true });
    inMinutes(16);
    await send();
    expect(smtp.to(user.email)).toEqual([]);
    expect((await mailTo(user)).state).toBe('failed');
  });
});

describe('The outbox', () => {
  it('contains nothing from a transaction that was rolled back', async () => {
    const broken = inTransaction(context(), async (tx) => {
      await createUser(tx, member.account.id, { email: 'never@example.com' });
      throw new Error('crash');
    });
    await expect(broken).rejects.toThrow('crash');
    expect(await world.server.sql('select from mails')).toEqual([]);
    expect(
      await world.server.sql('select from graphile_worker.jobs where key = $1', [`mail-${member.id}`]),
    ).toEqual([]);
  });

  it('keeps tokens encrypted, and only until they are sent; the audit trail has none', async () => {
    const user = await invite();
    const { token } = await createSignInLink(context(), user, { isSent: true });
    const everything = async (): Promise<string> => {
      const tables = ['mails', 'sign_in_links', 'audit_entries', 'graphile_worker._private_jobs'];
      const dumps = tables.map((name) => world.server.sql(`select to_jsonb(one) as row from ${name} one`));
      return JSON.stringify(await Promise.all(dumps));
    };
    expect(await everything()).not.toContain(token);
    expect(await everything()).not.toContain(token.slice('rl_'.length));
    await send();
    // Together with the invitation: two mails sent together can arrive in any order.
    expect(
      smtp
        .to(user.email)
        .map(({ text }) => text)
        .join(),
    ).toContain(token);
    expect(await world.server.sql('select from mails where secret_sealed is not null')).toEqual([]);
  });

  it('drops the mails of a deleted user', async () => {
    const user = await invite();
    await deleteUser(context(), member.account.id, user.id);
    await send();
    expect(smtp.to(user.email)).toEqual([]);
  });
});

describe('Without an SMTP server', () => {
  it('mails are written to files that only their owner can read', async () => {
    const quiet = await startWorld();
    const { context: own, config } = quiet.server.running.instance;
    const { email } = await createUser(own, quiet.customer.account.id, { email: 'jo@example.com' });
    await sendMails(own);
    await sendMails(own);
    const directory = join(config.dataDir, 'mail');
    const [file = '', ...others] = await readdir(directory);
    expect(others).toEqual([]);
    expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
    expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
    const mail = readMail(await readFile(join(directory, file), 'utf8'));
    expect(mail.headers.get('to')).toBe(email);
    expect(mail.text).toContain('/sign-in/rl_');
    await quiet.stop();
  });
});
