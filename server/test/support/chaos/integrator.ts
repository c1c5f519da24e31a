import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../../src/platform/ids.js';
import type { Answer, ApiClient, Json } from '../api-client.js';
import { isConnectionError } from '../faults/depositors.js';
import type { Random } from '../faults/random.js';
import { KnownResources } from './known-resources.js';
import { pause } from '../pause.js';

export interface Tally {
  requests: number;
  acknowledged: number;
  /** Requests that got no response, or 503: they may have been executed. */
  lostAnswers: number;
  retries: number;
  /** Retries that were answered with the stored response of an earlier attempt. */
  replayed: number;
}

export type Outcome = { readonly done: Json } | { readonly refused: number } | 'unknown';

/** Accepted statuses besides 200, and whether the client must retry until it knows the result. */
export interface Expectation {
  readonly refusals?: readonly number[];
  readonly untilKnown?: boolean;
}

/** A client of one account that uses every operation of the API while the server fails, and remembers the results. */
export class Integrator {
  readonly resources = new KnownResources();
  readonly favorites = new Set<string>();
  readonly settings: Record<string, Json> = {};
  /** The first and the highest counter sent for the device of the push feed. */
  readonly device = { feed: '', first: 0, last: 0 };
  /** Responses that no client should ever see. */
  readonly problems: string[] = [];
  #count = 0;

  constructor(
    readonly account: string,
    readonly random: Random,
    readonly tally: Tally,
    readonly client: () => Promise<ApiClient>,
    readonly month: () => Date,
  ) {}

  /** A number that is unique in this account. */
  nextNumber(): number {
    return ++this.#count;
  }

  /** The response, after as many attempts as necessary. Retries use the same idempotency key. */
  async send(method: string, path: string, body?: Json, expected: Expectation = {}): Promise<Outcome> {
    const isRepeatable = method === 'POST' || path.endsWith('/place');
    const headers = isRepeatable ? { 'idempotency-key': newId() } : {};
    for (let lost = 0; ; lost++) {
      const answer = await this.#once(method, path, { body, headers });
      if (answer) return this.#judge(method, path, body, headers, answer, lost, expected);
      this.tally.lostAnswers++;
      // One client in ten gives up without knowing the result.
      if (!expected.untilKnown && this.random.upTo(10) === 0) return 'unknown';
      this.tally.retries++;
      await pause(100);
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
      this.tally.replayed++;
      if (lost === 0) this.problems.push(`${method} ${path}: answered as a repetition of nothing`);
    }
    if (status === 200) {
      this.tally.acknowledged++;
      if ('idempotency-key' in headers && this.random.upTo(10) === 0)
        await this.#askAgain(method, path, { body, headers }, answered);
      return { done: answered };
    }
    // An earlier attempt whose response was lost has deleted it.
    if (status === 404 && lost > 0 && method === 'DELETE') return { done: undefined };
    if (!refusals.includes(status))
      this.problems.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answered)}`);
    return { refused: status };
  }

  /** A repeated request with the same key must get the same response. */
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

  /** Undefined if there was no response, or a 503. */
  async #once(
    method: string,
    path: string,
    request: { body: Json; headers: Record<string, string> },
  ): Promise<Answer | undefined> {
    this.tally.requests++;
    // The connection breaks at times, too. Only with an idempotency key: otherwise the first attempt could be
    // executed after the second.
    const isCut = 'idempotency-key' in request.headers && this.random.upTo(12) === 0;
    const signal = isCut ? AbortSignal.timeout(1 + this.random.upTo(60)) : undefined;
    try {
      const answer = await (await this.client()).call(method, path, { ...request, signal });
      return answer.status === 503 ? undefined : answer;
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!isConnectionError(error)) this.problems.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
  }
}
