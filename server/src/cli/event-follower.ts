import { invalid } from '../platform/errors.js';
import { jsonArrayElements } from '../platform/text/json-array.js';
import { sendHttpRequest, type HttpAnswer } from './http-request.js';

/** An event as the server wrote it. */
export interface FollowedEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: number;
  readonly json: string;
}

export interface EventServer {
  /** Without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly userAgent: string;
  readonly ca: readonly string[] | undefined;
  readonly includeDescendants: boolean;
}

/** The server cannot answer now, but may later. */
export class OutageError extends Error {}

/**
 * Events have the time at which their change began, and can be read when it is committed. So an event may appear behind newer ones, at most
 * this much later.
 */
const overlapMs = 60_000;
const pageSize = 200;
const timeoutMs = 30_000;

/** Follows the events of an account, from when it was created. */
export class EventFollower {
  readonly #server: EventServer;
  readonly #stopping: AbortSignal;
  /** When each event within the overlap happened. */
  #seen = new Map<string, number>();
  #newest = Number.NEGATIVE_INFINITY;

  constructor(server: EventServer, stopping: AbortSignal) {
    this.#server = server;
    this.#stopping = stopping;
  }

  /** The name of the account. Events until now count as seen. */
  async begin(): Promise<string> {
    const { name } = JSON.parse((await this.#ask('/account')).body) as { name: string };
    // Only the newest is needed to know how far back the rest of them is read.
    const [newest] = eventsOf((await this.#ask(this.#firstPage(1))).body);
    if (newest) this.#newest = newest.createdAt;
    await this.next();
    return name;
  }

  /** Events that were not returned before, oldest first. */
  async next(): Promise<FollowedEvent[]> {
    const from = this.#newest - overlapMs;
    const found: FollowedEvent[] = [];
    let path: string | undefined = this.#firstPage(pageSize);
    while (path !== undefined) {
      const { body, headers }: HttpAnswer = await this.#ask(path);
      const events = eventsOf(body);
      found.push(...events.filter(({ id, createdAt }) => createdAt >= from && !this.#seen.has(id)));
      const isEnd = events.some(({ createdAt }) => createdAt < from);
      path = isEnd ? undefined : nextPath(headers['link']);
    }
    // Only once all pages were read: after an outage in between, they are all read again.
    for (const { id, createdAt } of found) {
      this.#seen.set(id, createdAt);
      this.#newest = Math.max(this.#newest, createdAt);
    }
    this.#seen = new Map([...this.#seen].filter(([, at]) => at >= this.#newest - overlapMs));
    return found.reverse();
  }

  #firstPage(limit: number): string {
    return `/events?limit=${limit}${this.#server.includeDescendants ? '&include_descendants=true' : ''}`;
  }

  async #ask(path: string): Promise<HttpAnswer> {
    const { baseUrl, key, userAgent, ca } = this.#server;
    let answer: HttpAnswer;
    try {
      answer = await sendHttpRequest(
        {
          url: new URL(`${baseUrl}/v1${path}`),
          method: 'GET',
          headers: { authorization: `Bearer ${key}`, 'user-agent': userAgent, accept: 'application/json' },
          ca,
          timeoutMs,
        },
        this.#stopping,
      );
    } catch (error) {
      this.#stopping.throwIfAborted();
      throw new OutageError(`${baseUrl} cannot be reached`, { cause: error });
    }
    const { status, body } = answer;
    if (status === 200) return answer;
    const message = `${baseUrl} answers ${status}: ${messageOf(body)}`;
    throw status >= 500 || status === 429 ? new OutageError(message) : invalid(message);
  }
}

function eventsOf(body: string): FollowedEvent[] {
  return jsonArrayElements(body).map((json) => {
    const { id, type, created_at } = JSON.parse(json) as { id: string; type: string; created_at: string };
    return { id, type, createdAt: Date.parse(created_at), json };
  });
}

/** The address in the header may be one that only other machines can reach, so only its query is used. */
function nextPath(link: string | string[] | undefined): string | undefined {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(String(link ?? '')) ?? [];
  return address === undefined ? undefined : `/events${new URL(address).search}`;
}

const longestMessage = 200;

function messageOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Another server, or a proxy.
  }
  return body.slice(0, longestMessage);
}
