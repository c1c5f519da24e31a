import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../../platform/config/mail-settings.js';
import type { MailTransport, Message, Outcome } from './transport.js';
import { connectSmtp } from './smtp-connection.js';

/** Servers close connections that send too many mails. */
const mailsPerConnection = 100;

/** A server that sends one byte a minute never reaches the socket timeout, so the whole delivery has a timeout. */
const timeoutMs = 180_000;

/** Delivers mails to an SMTP server, one after the other over the same connection. */
export class SmtpTransport implements MailTransport {
  #connection: SMTPConnection | undefined;
  #carried = 0;

  constructor(private readonly server: SmtpServer) {}

  async deliver(message: Message): Promise<Outcome> {
    if (this.#carried >= mailsPerConnection) this.close();
    const isReused = this.#connection !== undefined;
    const outcome = await this.#tryOnce(message);
    // The server may have closed an idle connection. The mail was not accepted, so it is safe to try again.
    return isReused && outcome.is === 'unreachable' ? this.#tryOnce(message) : outcome;
  }

  async #tryOnce({ envelope, raw }: Message): Promise<Outcome> {
    const body = Readable.from([raw]);
    try {
      this.#connection ??= await connectSmtp(this.server);
      await handOver(this.#connection, envelope, body);
      this.#carried++;
      return { is: 'sent' };
    } catch (error) {
      this.#connection?.close();
      this.#forget();
      return outcomeOf(error, body.readableDidRead);
    }
  }

  close(): void {
    this.#connection?.quit();
    this.#forget();
  }

  #forget(): void {
    this.#connection = undefined;
    this.#carried = 0;
  }
}

async function handOver(
  connection: SMTPConnection,
  envelope: Message['envelope'],
  body: Readable,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The server took too long')), timeoutMs);
    connection.send(envelope, body, (error) => (error ? reject(error) : resolve()));
  }).finally(() => clearTimeout(timer));
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

const aboutTheMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);
const closing = 421;

/** `isOut`: part of the body was sent already. Then only a response tells whether the mail was accepted. */
function outcomeOf(error: unknown, isOut: boolean): Outcome {
  const { code, command, responseCode = 0, message } = error as SmtpError;
  const is = (outcome: Exclude<Outcome['is'], 'sent'>): Outcome => ({ is: outcome, error: message });
  const wasAnswered = responseCode >= 400 && responseCode < 600;
  if (isOut && !wasAnswered) return is('unsure');
  // The address is not valid, so it was never sent to the server.
  if (!wasAnswered && code === 'EENVELOPE') return is('refused');
  if (!wasAnswered || responseCode === closing || !aboutTheMail.has(command)) return is('unreachable');
  return is(responseCode >= 500 ? 'refused' : 'deferred');
}
