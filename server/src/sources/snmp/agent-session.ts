import type { RemoteInfo } from 'node:dgram';
import { isIPv6, SocketAddress } from 'node:net';
import { Authentication, Session, type Varbind, Version2c, Version3 } from 'net-snmp';
import { reasonOf, SourceError } from '../source-error.js';
import type { Credentials } from './credentials.js';

/** How long to wait for each answer. A try is the same message again, so that an answer to any of them counts. */
export interface Timing {
  readonly timeout: number;
  readonly retries: number;
}

/** Both tries together are over before a health check is that somebody waits for: it then hears the reason. */
export const quickTiming: Timing = { timeout: 900, retries: 1 };
/** Printers that wake up, or have slow network cards, take some seconds. */
export const slowTiming: Timing = { timeout: 2_000, retries: 3 };

/** Rows of each column in one answer: enough for a printer's markers, little enough for one datagram. */
const rowsAtOnce = 6;

/** An agent that talks longer goes round in circles. */
const maxAnswers = 500;

/**
 * A session with one agent that survives whatever is sent to it: the library throws out of its socket at some answers,
 * takes them from anybody, and takes unsigned ones for signed ones.
 */
export class AgentSession extends Session {
  static #inUse = 0;
  #address = '';
  #answers = 0;
  #fail: (error: unknown) => void = () => undefined;

  static open(address: string, port: number, credentials: Credentials, timing: Timing): AgentSession {
    const options = { ...timing, port, transport: isIPv6(address) ? 'udp6' : 'udp4' } as const;
    const session =
      typeof credentials === 'string'
        ? new AgentSession(address, credentials, { ...options, version: Version2c })
        : new AgentSession(address, credentials, { ...options, version: Version3 });
    session.#address = plain(address);
    session.on('error', (error: unknown) => session.#fail(notUnderstood(error)));
    AgentSession.#inUse += 1;
    return session;
  }

  /** How often the agent was heard, also if it only complained. */
  get answers(): number {
    return this.#answers;
  }

  /** For each column, what comes after the row that is named. */
  rowsAfter(oids: readonly string[]): Promise<Varbind[][]> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.getBulk([...oids], 0, rowsAtOnce, (error, columns = []) => {
        if (error) reject(error);
        else resolve(columns.flatMap((column) => (Array.isArray(column) ? [column] : [])));
      });
    });
  }

  override close(): this {
    AgentSession.#inUse -= 1;
    if (AgentSession.#inUse === 0) forgetKeys();
    return super.close();
  }

  override onMsg(buffer: Buffer, sender?: RemoteInfo): void {
    if (!sender || plain(sender.address) !== this.#address) return;
    this.#answers += 1;
    try {
      if (this.#answers > maxAnswers) throw new SourceError('badAnswer', 'the agent does not come to an end');
      super.onMsg(buffer);
    } catch (error) {
      this.#fail(reasonOf(error) === 'other' ? notUnderstood(error) : error);
    }
  }

  override onSimpleGetResponse(...[request, answer]: Parameters<Session['onSimpleGetResponse']>): void {
    const isWeaker =
      (request.message.hasAuthentication() && !answer.hasAuthentication()) ||
      (request.message.hasPrivacy() && !answer.hasPrivacy());
    if (isWeaker) throw new SourceError('badAnswer', 'the answer is less protected than the question');
    super.onSimpleGetResponse(request, answer);
  }
}

const notUnderstood = (cause: unknown): SourceError =>
  new SourceError('badAnswer', 'the answer cannot be understood', { cause });

const plain = (address: string): string =>
  new SocketAddress({ address, family: isIPv6(address) ? 'ipv6' : 'ipv4' }).address;

/** The library keeps every passphrase in the clear, beside the key that it made of it. */
function forgetKeys(): void {
  for (const name of Object.keys(Authentication.authToKeyCache))
    Reflect.deleteProperty(Authentication.authToKeyCache, name);
}
