import { Agent, request } from 'undici';
import { newId } from '../../../src/platform/ids.js';
import type { Json } from '../api-client.js';
import { isConnectionError } from '../faults/depositors.js';
import { pause } from '../pause.js';

/** What clients saw in some time. */
export interface Observed {
  /** Answers other than 200, and connections that broke, by what they were. */
  readonly trouble: ReadonlyMap<string, number>;
  /** From the beginning to the first acknowledged write that was sent after it. */
  readonly firstAcknowledgedMs: number | undefined;
  readonly milliseconds: readonly number[];
}

interface Observation {
  readonly begun: number;
  readonly trouble: Map<string, number>;
  readonly milliseconds: number[];
  firstAcknowledgedMs: number | undefined;
}

const retryMs = 100;
/** Only to detect that the service does not come back. */
const givesUpMs = 240_000;

/** Integrators: they repeat whatever was not answered, as the documentation says, until they know the result. */
export class Traffic {
  /** Answers that no client should ever see. */
  readonly problems: string[] = [];
  acknowledged = 0;
  readonly #url: string;
  #agent = keepingAgent();
  readonly #observations = new Set<Observation>();

  constructor(port: number) {
    this.#url = `https://127.0.0.1:${port}`;
  }

  /** Returns a function that ends the observation. */
  observe(): () => Observed {
    const observation: Observation = {
      begun: performance.now(),
      trouble: new Map(),
      milliseconds: [],
      firstAcknowledgedMs: undefined,
    };
    this.#observations.add(observation);
    return () => {
      this.#observations.delete(observation);
      return observation;
    };
  }

  /** A balancer that removes a server waits for connections to end, so that each request has its own. */
  async useNewConnections(): Promise<void> {
    await this.#agent.close();
    this.#agent = new Agent({ connect: trusting, pipelining: 0 });
  }

  async keepConnections(): Promise<void> {
    await this.#agent.close();
    this.#agent = keepingAgent();
  }

  /** The body of the acknowledgement; undefined if it was refused, which is a problem. */
  async write(key: string, method: string, path: string, body?: unknown): Promise<Json> {
    // Readings are totals: they can be sent again without it.
    const headers = path.endsWith('/readings') ? {} : { 'idempotency-key': newId() };
    const answer = await this.#untilAnswered(key, method, path, body, headers);
    if (answer?.status !== 200) return undefined;
    this.acknowledged++;
    return answer.body;
  }

  /** Whether it is gone. */
  async delete(key: string, path: string): Promise<boolean> {
    const answer = await this.#untilAnswered(key, 'DELETE', path, undefined, {});
    if (answer === undefined) return false;
    this.acknowledged++;
    return true;
  }

  async read(key: string, path: string): Promise<Json> {
    return (await this.#untilAnswered(key, 'GET', path, undefined, {}))?.body;
  }

  /** A list, page by page. */
  async list(key: string, path: string): Promise<Json[]> {
    const all: Json[] = [];
    const { pathname } = new URL(path, this.#url);
    for (let next: string | undefined = `${path}?limit=1000`; next !== undefined;) {
      const answer: Answer = await this.#once(key, 'GET', next, undefined, {});
      if (answer.status !== 200) throw new Error(`GET ${next}: ${answer.status}`);
      all.push(...answer.body);
      const [, query] = /\?([^>]*)>; rel="next"/.exec(answer.link) ?? [];
      next = query === undefined ? undefined : `${pathname}?${query}`;
    }
    return all;
  }

  /** Whatever is answered, once. */
  async attempt(key: string, method: string, path: string, body?: unknown): Promise<number> {
    return (await this.#once(key, method, path, body, {})).status;
  }

  /** Something public. */
  async page(path: string): Promise<{ status: number; body: Buffer }> {
    const { statusCode, body } = await request(this.#url + path, { dispatcher: this.#agent });
    return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Undefined if it was refused. */
  async #untilAnswered(
    key: string,
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer | undefined> {
    const deadline = performance.now() + givesUpMs;
    for (let lost = 0; ; lost++) {
      const sent = performance.now();
      const answer = await this.#once(key, method, path, body, headers).catch((error: unknown) => {
        if (!isConnectionError(error)) throw error;
        return undefined;
      });
      // An attempt whose answer was lost has deleted it.
      const isGone = answer?.status === 404 && method === 'DELETE' && lost > 0;
      if (answer?.status === 200 || isGone) {
        this.#acknowledge(sent, method !== 'GET');
        return answer;
      }
      this.#note(answer === undefined ? 'no answer' : String(answer.status));
      if (answer && answer.status !== 503) {
        this.problems.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return undefined;
      }
      if (performance.now() > deadline) throw new Error(`${method} ${path} was not answered`);
      await pause(retryMs);
    }
  }

  #acknowledge(sent: number, isWrite: boolean): void {
    const now = performance.now();
    for (const one of this.#observations) {
      one.milliseconds.push(now - sent);
      if (isWrite && sent > one.begun) one.firstAcknowledgedMs ??= now - one.begun;
    }
  }

  #note(what: string): void {
    for (const { trouble } of this.#observations) trouble.set(what, (trouble.get(what) ?? 0) + 1);
  }

  async #once(
    key: string,
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const answer = await request(`${this.#url}/v1${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        'user-agent': 'RegroveTests/1.0.0 (Regrove)',
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const link = String(answer.headers['link'] ?? '');
    return { status: answer.statusCode, link, body: text === '' ? undefined : JSON.parse(text) };
  }
}

interface Answer {
  readonly status: number;
  readonly link: string;
  readonly body: Json;
}

/** Its dates are those of the moved clock, which is not that of this process: they are checked one by one, see certificates.ts. */
const trusting = { rejectUnauthorized: false };
const keepingAgent = (): Agent => new Agent({ connect: trusting, connections: 32 });
