import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../../src/platform/ids.js';
import type { Answer, ApiClient, Json } from '../api-client.js';
import { isBroken } from '../faults/depositors.js';
import type { Chance } from '../faults/seed.js';
import { Memories } from './memory.js';
import { moment } from '../moment.js';

export interface Tally {
  requests: number;
  acknowledged: number;
  /** Requests without an answer, or with the one that the database is away: what they asked for may have happened. */
  lostAnswers: number;
  retries: number;
  /** Retries that found the work done: their first answer had been lost on the way. */
  foundDone: number;
}

export type Outcome = { readonly done: Json } | { readonly refused: number } | 'unknown';

/** What a request may be answered besides 200; and whether its sender may give up before it knows. */
export interface Expectation {
  readonly refusals?: readonly number[];
  readonly insists?: boolean;
}

/** A program of one account, which does all that the API lets it, whatever happens to the server, and remembers it. */
export class Integrator {
  readonly memories = new Memories();
  readonly favorites = new Set<string>();
  readonly settings: Record<string, Json> = {};
  /** The highest counter that was sent for the device of the feed that is read. */
  readonly device = { feed: '', first: 0, last: 0 };
  /** Answers that no client should ever see. */
  readonly problems: string[] = [];
  #count = 0;

  constructor(
    readonly account: string,
    readonly chance: Chance,
    readonly tally: Tally,
    readonly client: () => Promise<ApiClient>,
    readonly month: () => Date,
  ) {}

  /** A number that nothing else of this account has. */
  another(): number {
    return ++this.#count;
  }

  /** The answer, after as many tries as it takes; whatever is heeded once is tried again under the same key. */
  async send(method: string, path: string, body?: Json, expected: Expectation = {}): Promise<Outcome> {
    const isRepeatable = method === 'POST' || path.endsWith('/place');
    const headers = isRepeatable ? { 'idempotency-key': newId() } : {};
    for (let lost = 0; ; lost++) {
      const answer = await this.#once(method, path, { body, headers });
      if (answer) return this.#judge(method, path, body, headers, answer, lost, expected);
      this.tally.lostAnswers++;
      // One in ten has better things to do than to find out.
      if (!expected.insists && this.chance.upTo(10) === 0) return 'unknown';
      this.tally.retries++;
      await moment(100);
    }
  }

  async #judge(
    method: string,
    path: string,
    body: Json,
    headers: Record<string, string>,
    { status, body: answered, headers: { 'idempotent-replayed': replayed } }: Answer,
    lost: number,
    { refusals = [] }: Expectation,
  ): Promise<Outcome> {
    if (replayed === 'true') {
      this.tally.foundDone++;
      if (lost === 0) this.problems.push(`${method} ${path}: answered as a repetition of nothing`);
    }
    if (status === 200) {
      this.tally.acknowledged++;
      if ('idempotency-key' in headers && this.chance.upTo(10) === 0)
        await this.#askAgain(method, path, { body, headers }, answered);
      return { done: answered };
    }
    // What is asked to go away and is not there any more did so when nobody could tell us.
    if (status === 404 && lost > 0 && method === 'DELETE') return { done: undefined };
    if (!refusals.includes(status))
      this.problems.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answered)}`);
    return { refused: status };
  }

  /** Whoever asks with the same key hears the same again. */
  async #askAgain(
    method: string,
    path: string,
    request: { body: Json; headers: Record<string, string> },
    first: Json,
  ): Promise<void> {
    const answer = await this.#once(method, path, request);
    if (!answer) return;
    const isSame = answer.status === 200 && isDeepStrictEqual(answer.body, first);
    if (!isSame || answer.headers['idempotent-replayed'] !== 'true')
      this.problems.push(
        `${method} ${path} again: ${JSON.stringify(answer.body)}, not ${JSON.stringify(first)}`,
      );
  }

  /** Undefined when there was no answer, or none that tells. */
  async #once(
    method: string,
    path: string,
    request: { body: Json; headers: Record<string, string> },
  ): Promise<Answer | undefined> {
    this.tally.requests++;
    // The way to the server breaks now and then, too. Only where the first try cannot come in after the second.
    const isCut = 'idempotency-key' in request.headers && this.chance.upTo(12) === 0;
    const signal = isCut ? AbortSignal.timeout(1 + this.chance.upTo(60)) : undefined;
    try {
      const answer = await (await this.client()).call(method, path, { ...request, signal });
      return answer.status === 503 ? undefined : answer;
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!isBroken(error)) this.problems.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
  }
}
