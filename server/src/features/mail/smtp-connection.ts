import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../../platform/config/mail-settings.js';

const connectMs = 10_000;
const silenceMs = 60_000;

/**
 * Connects, says EHLO, turns on TLS where there is any, and signs in where the server lets one. Where TLS is required and
 * there is none, it ends before the login is sent.
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

/** The server's answer to STARTTLS was no. */
const isRefusedTls = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && error.command === 'STARTTLS';

/** A step of the dialogue; a connection that breaks says so by an event, and not always to who waits for the step. */
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
