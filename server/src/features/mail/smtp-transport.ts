import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../../platform/config/mail-settings.js';
import type { MailTransport, Message, Outcome } from './transport.js';
import { connectSmtp } from './smtp-connection.js';

/** Servers end connections that ask for too much. */
const mailsPerConnection = 100;

/** A server that answers a byte a minute is never silent: it is left alone after this time. */
const timeoutMs = 180_000;

/** Hands mails to an SMTP server, one after the other over the same connection. */
export class SmtpTransport implements MailTransport {
  #connection: SMTPConnection | undefined;
  #carried = 0;

  constructor(private readonly server: SmtpServer) {}

  async deliver(message: Message): Promise<Outcome> {
    if (this.#carried >= mailsPerConnection) this.close();
    const isReused = this.#connection !== undefined;
    const outcome = await this.#tryOnce(message);
    // A connection may have had its day since the mail before. This one was not taken.
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

/** `isOut`: some of the text was on its way already. Only an answer says what became of it then. */
function outcomeOf(error: unknown, isOut: boolean): Outcome {
  const { code, command, responseCode = 0, message } = error as SmtpError;
  const is = (outcome: Exclude<Outcome['is'], 'sent'>): Outcome => ({ is: outcome, error: message });
  const wasAnswered = responseCode >= 400 && responseCode < 600;
  if (isOut && !wasAnswered) return is('unsure');
  // An address that cannot even be asked for.
  if (!wasAnswered && code === 'EENVELOPE') return is('refused');
  if (!wasAnswered || responseCode === closing || !aboutTheMail.has(command)) return is('unreachable');
  return is(responseCode >= 500 ? 'refused' : 'deferred');
}
