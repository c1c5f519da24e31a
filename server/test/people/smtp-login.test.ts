import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { checkSmtp } from '../../src/features/mail/check-smtp.js';
import { SmtpTransport } from '../../src/features/mail/smtp-transport.js';
import { smtpServer } from '../../src/platform/config/mail-settings.js';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.js';
import { regrove } from '../support/regrove-process.js';

let directory: string;
let certFile: string;
let tls: { readonly cert: string; readonly key: string };
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'regrove-smtp-'));
  tls = await makeSelfSigned('0.0.0.0', new Date());
  certFile = join(directory, 'smtp.pem');
  await writeFile(certFile, tls.cert);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Guarded {
  readonly smtp: TestSmtpServer;
  /** Passwords that it received. */
  readonly heard: string[];
}

/** An SMTP server that accepts every login, even over an unencrypted connection. */
async function openGuarded(options: SMTPServerOptions): Promise<Guarded> {
  const heard: string[] = [];
  const smtp = await startSmtpServer({
    allowInsecureAuth: true,
    ...options,
    onAuth: ({ password }, _session, done) => {
      heard.push(password ?? '');
      done(null, { user: 'me' });
    },
  });
  return { smtp, heard };
}

const withoutTls: SMTPServerOptions = { disabledCommands: ['STARTTLS'] };
const withTls = (): SMTPServerOptions => ({ disabledCommands: [], ...tls });

/** An address of this machine that is not a loopback address: traffic to such an address may cross a network. */
const urlOf = ({ port }: TestSmtpServer, host = '0.0.0.0'): string =>
  `smtp://me:pa55w0rd@${host}:${String(port)}`;

const settings = (url: string) => ({ smtp: smtpServer(url), from: undefined, directory });

describe('A login at an smtp:// server', () => {
  it('is not sent without STARTTLS, and the mail waits', async () => {
    const { smtp, heard } = await openGuarded(withoutTls);
    const server = smtpServer(urlOf(smtp));
    if (!server) throw new Error('no server');
    const transport = new SmtpTransport(server);
    const message = {
      id: 'x',
      envelope: { from: 'a@example.com', to: ['b@example.com'] },
      raw: Buffer.from('x'),
    };
    expect(await transport.deliver(message)).toEqual({
      is: 'unreachable',
      error: expect.stringContaining('does not offer STARTTLS'),
    });
    transport.close();
    await expect(checkSmtp(settings(urlOf(smtp)))).rejects.toThrow('does not offer STARTTLS');
    expect([heard, smtp.accepted]).toEqual([[], []]);
    await smtp.close();
  });

  it('is sent on the same machine', async () => {
    const { smtp, heard } = await openGuarded(withoutTls);
    expect(await checkSmtp(settings(urlOf(smtp, '127.0.0.1')))).toContain('without TLS');
    expect(await checkSmtp(settings(urlOf(smtp, 'localhost')))).toContain('without TLS');
    expect(heard).toEqual(['pa55w0rd', 'pa55w0rd']);
    await smtp.close();
  });

  it('is not sent over TLS to a server without a valid certificate for its name', async () => {
    const { smtp, heard } = await openGuarded(withTls());
    await expect(checkSmtp(settings(urlOf(smtp)))).rejects.toThrow('certificate');
    expect(heard).toEqual([]);
    await smtp.close();
  });
});

describe('doctor', () => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await createOperator({ env: { NODE_EXTRA_CA_CERTS: certFile } });
  });
  afterAll(() => operator.close());

  const mailCheck = async (url: string) => {
    const { stdout } = await regrove(['doctor', '--json'], { ...operator.env, REGROVE_SMTP_URL: url });
    expect(stdout).not.toContain('pa55w0rd');
    return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'mail');
  };

  it('reports that a server without STARTTLS gets no login, and that one with it does', async () => {
    const plain = await openGuarded(withoutTls);
    expect(await mailCheck(urlOf(plain.smtp))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('does not offer STARTTLS'),
    });
    await plain.smtp.close();
    const encrypted = await openGuarded(withTls());
    expect(await mailCheck(urlOf(encrypted.smtp))).toMatchObject({
      ok: true,
      detail: expect.stringContaining('with TLS'),
    });
    await encrypted.smtp.close();
    expect([plain.heard, encrypted.heard]).toEqual([[], ['pa55w0rd']]);
  });
});
