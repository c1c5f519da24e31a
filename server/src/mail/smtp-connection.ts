import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../platform/mail-settings.js';

const connectMs = 10_000;
const silenceMs = 60_000;

/** Connects, says EHLO, turns on TLS where there is any, and signs in where the server lets one. */
export async function connectSmtp({ host, port, secure, login }: SmtpServer): Promise<SMTPConnection> {
  const connection = new SMTPConnection({
    host,
    port,
    secure,
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
    throw error;
  }
}

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
