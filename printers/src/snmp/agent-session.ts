import type { RemoteInfo } from 'node:dgram';
import { isIPv6, SocketAddress } from 'node:net';
import { Authentication, Session, type Varbind, Version2c, Version3 } from 'net-snmp';
import { reasonOf, SourceError } from '../source-error.js';
import type { Credentials } from './credentials.js';

/** How long to wait for each answer. A retry repeats the same message, so an answer to any attempt is accepted. */
export interface Timing {
  readonly timeout: number;
  readonly retries: number;
}

/** Both attempts end before an interactive health check times out, so that it can report the reason. */
export const quickTiming: Timing = { timeout: 900, retries: 1 };
/** Printers that wake up, print or have slow network cards take several seconds. */
export const slowTiming: Timing = { timeout: 5_000, retries: 2 };

/** Rows per column in one answer: enough for the markers of a printer, and small enough for one datagram. */
const rowBatchSize = 6;

/** What an agent answers to a question. */
export interface Answers {
  /** For each column, its values. */
  readonly rows: readonly (readonly Varbind[])[];
  /** What follows each of the single OIDs. */
  readonly next: readonly Varbind[];
}

/** Limits agents that never come to an end. */
const maxAnswers = 500;

/**
 * A session with one agent that tolerates any answer. The library throws inside its socket handler on some answers, accepts
 * answers from any address, and accepts unsigned answers to signed requests.
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

  /** The number of messages from the agent, including error reports. */
  get answers(): number {
    return this.#answers;
  }

  /** The rows after these OIDs of columns, and the value after each single OID. */
  ask(columns: readonly string[], single: readonly string[] = []): Promise<Answers> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.getBulk([...single, ...columns], single.length, rowBatchSize, (error, answers = []) => {
        if (error) reject(error);
        else
          resolve({
            rows: answers.flatMap((answer) => (Array.isArray(answer) ? [answer] : [])),
            next: answers.flatMap((answer) => (Array.isArray(answer) ? [] : [answer])),
          });
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

export const hasTimedOut = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RequestTimedOutError' || hasTimedOut(error.cause));

const notUnderstood = (cause: unknown): SourceError =>
  new SourceError('badAnswer', 'the answer cannot be understood', { cause });

const plain = (address: string): string =>
  new SocketAddress({ address, family: isIPv6(address) ? 'ipv6' : 'ipv4' }).address;

/** The library caches every passphrase in plain text, next to the key derived from it. */
function forgetKeys(): void {
  for (const name of Object.keys(Authentication.authToKeyCache))
    Reflect.deleteProperty(Authentication.authToKeyCache, name);
}
