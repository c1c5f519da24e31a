import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../../platform/config/mail-settings.js';

const connectMs = 10_000;
const silenceMs = 60_000;

/**
 * Connects, sends EHLO, starts TLS if offered, and logs in if the server supports it. If TLS is required but not
 * offered, it fails before the login is sent.
 */
export async function connectSmtp(server: SmtpServer): Promise<SMTPConnection> {
  const { host, port, secure, requiresTls, login } = server;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: requiresTls,
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  try {
    await settled(connection, (done) => connection.connect(done));
    if (login && connection.allowsAuth) await settled(connection, (done) => connection.login(login, done));
    return connection;
  } catch (error) {
    connection.close();
    throw isRefusedTls(error) ? new Error(noTls, { cause: error }) : error;
  }
}

const noTls =
  'It does not offer STARTTLS, and a user name and password are sent over TLS only: use smtps://, or a server that offers it';

/** The server rejected STARTTLS. */
const isRefusedTls = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && error.command === 'STARTTLS';

/** One step of the dialogue. A broken connection emits an event and does not always call the callback of the step. */
function settled(
  connection: SMTPConnection,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('The server closed the connection')));
    step((error) => (error ? reject(error) : resolve()));
  });
}
