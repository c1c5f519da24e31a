import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { runInProcess, createOperator, type Operator } from '../support/command-line.js';
import { closedPort } from '../support/ports.js';
import { startSmtpServer } from '../support/smtp-server.js';
import { regrove } from '../support/regrove-process.js';

let operator: Operator;
const accounts: string[] = [];
beforeAll(async () => {
  operator = await createOperator({ env: { REGROVE_BASE_URL: 'https://regrove.example' } });
  for (const name of ['North', 'South']) {
    const { id } = await operator.json('accounts', 'create', '--name', name, '--role', 'distributor');
    accounts.push(id);
    await operator.sql(
      `insert into users (account_id, id, email, email_key, locale, created_at) values
       ('${String(id)}', gen_random_uuid(), 'Jo@example.com', 'jo@example.com', 'de', now()),
       ('${String(id)}', gen_random_uuid(), '${name}@example.com', '${name.toLowerCase()}@example.com', 'en', now())`,
    );
  }
});
afterAll(() => operator.close());

const linkPattern = /^https:\/\/regrove\.example\/sign-in\/rl_[A-Za-z0-9_-]{54}$/;

describe('users sign-in-link', () => {
  it('prints a link that is valid for 15 minutes and whose token is stored only as a hash', async () => {
    const { url } = await operator.json('users', 'sign-in-link', '--email', ' NORTH@example.com ');
    expect(url).toMatch(linkPattern);
    const token = String(url).split('/').at(-1) ?? '';
    const links = await operator.sql(
      `select account_id, extract(epoch from expires_at - created_at)::int as seconds, used_at,
         hash = sha256('${token}') as fits from sign_in_links`,
    );
    expect(links).toEqual([{ account_id: accounts[0], seconds: 900, used_at: null, fits: true }]);
    expect(await operator.sql('select from mails')).toEqual([]);
    const entries = await operator.sql(
      `select actor_kind, row_to_json(audit_entries)::text as whole from audit_entries where action = 'sign_in_link.create'`,
    );
    expect(entries).toMatchObject([{ actor_kind: 'operator' }]);
    expect(entries[0]?.['whole']).not.toContain(token);
  });

  it('lists the accounts of an address with several, and accepts one of them', async () => {
    const message = await operator.failure(1, 'users', 'sign-in-link', '--email', 'jo@example.com');
    for (const text of ['--account', ...accounts, 'North', 'South']) expect(message).toContain(text);
    const [, south = ''] = accounts;
    const { url } = await operator.json(
      'users',
      'sign-in-link',
      '--email',
      'jo@example.com',
      '--account',
      south,
    );
    expect(url).toMatch(linkPattern);
  });

  it('fails for an unknown address', async () => {
    expect(await operator.failure(1, 'users', 'sign-in-link', '--email', 'who@example.com')).toContain(
      'who@example.com',
    );
    const [north = ''] = accounts;
    await operator.failure(1, 'users', 'sign-in-link', '--email', 'south@example.com', '--account', north);
    await operator.failure(2, 'users', 'sign-in-link');
  });

  it('also sends the link on request', async () => {
    await operator.json('users', 'sign-in-link', '--email', 'south@example.com', '--mail');
    const mails = await operator.json('mail', 'list', '--state', 'waiting');
    expect(mails).toMatchObject([
      { kind: 'sign-in', to: 'South@example.com', state: 'waiting', attempts: 0 },
    ]);
  });
});

describe('mail', () => {
  it('retry sends a mail again whose delivery is unknown', async () => {
    const [mail] = await operator.sql(
      `update mails set state = 'unsure', last_error = 'it broke' returning id`,
    );
    const id = String(mail?.['id']);
    expect((await operator.run('mail', 'list')).stdout).toContain('it broke');
    expect((await operator.run('doctor')).stdout).toMatch(
      /ok {4}mail .*written to .*1 may or may not have been sent/,
    );
    expect(await operator.json('mail', 'retry', id)).toMatchObject({ id, state: 'waiting' });
    const entries = await operator.sql(
      `select subject_id, before from audit_entries where action = 'mail.retry'`,
    );
    expect(entries).toEqual([{ subject_id: id, before: { state: 'unsure' } }]);
  });

  it('list shows mails held back by a limit, doctor counts them, and retry releases them', async () => {
    const [mail] = await operator.sql(
      `update mails set state = 'waiting', held_since = now(), released_at = null, superseded = 4,
         next_try_at = now() + interval '1 day', last_error = 'held: at most 3' returning id`,
    );
    const id = String(mail?.['id']);
    expect(await operator.json('mail', 'list', '--state', 'waiting')).toEqual([]);
    expect(await operator.json('mail', 'list', '--state', 'held')).toMatchObject([
      { id, state: 'held', superseded: 4, last_error: 'held: at most 3' },
    ]);
    expect((await operator.run('doctor')).stdout).toMatch(/ok {4}mail .*A limit holds 1 back/);
    expect(await operator.json('mail', 'retry', id)).toMatchObject({ id, state: 'waiting' });
    expect(await operator.json('mail', 'list', '--state', 'held')).toEqual([]);
    expect(
      await operator.sql(`select released_at is not null as passes from mails where id = '${id}'`),
    ).toEqual([{ passes: true }]);
  });

  it('retry fails for an unknown mail; list accepts only known states', async () => {
    const nobody = '01900000-0000-7000-8000-00000000dead';
    expect(await operator.failure(1, 'mail', 'retry', nobody)).toContain(nobody);
    await operator.failure(2, 'mail', 'list', '--state', 'lost');
  });
});

describe('doctor', () => {
  const mailCheck = async (env: Record<string, string>, run = runInProcess) => {
    const { stdout } = await run(['doctor', '--json'], { ...operator.env, ...env });
    expect(stdout).not.toContain('pa55w0rd');
    return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'mail');
  };

  it('reports whether the SMTP server responds', async () => {
    const smtp = await startSmtpServer();
    expect(await mailCheck({ REGROVE_SMTP_URL: smtp.url })).toMatchObject({
      ok: true,
      detail: expect.stringContaining('answers'),
    });
    await smtp.close();
    expect(
      await mailCheck({ REGROVE_SMTP_URL: `smtp://me:pa55w0rd@127.0.0.1:${String(await closedPort())}` }),
    ).toMatchObject({
      ok: false,
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('signs in over TLS, and reports when the server refuses the login', async () => {
    const { cert, key } = await makeSelfSigned('127.0.0.1', new Date());
    const certFile = join(operator.dataDir, 'smtp.pem');
    await writeFile(certFile, cert);
    const smtp = await startSmtpServer({
      secure: true,
      cert,
      key,
      disabledCommands: [],
      onAuth: ({ password }, _session, done) =>
        done(password === 'pa55w0rd' ? null : new Error('no such login'), { user: 'me' }),
    });
    const at = (password: string) => `smtps://me:${password}@127.0.0.1:${String(smtp.port)}`;
    // Node reads this when a process starts.
    const env = { NODE_EXTRA_CA_CERTS: certFile };
    expect(await mailCheck({ ...env, REGROVE_SMTP_URL: at('pa55w0rd') }, regrove)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('with TLS'),
    });
    expect(await mailCheck({ ...env, REGROVE_SMTP_URL: at('guess') }, regrove)).toMatchObject({ ok: false });
    expect(await mailCheck({ REGROVE_SMTP_URL: at('pa55w0rd') })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('certificate'),
    });
    await smtp.close();
  });
});
