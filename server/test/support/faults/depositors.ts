import type { Answer, ApiClient } from '../api-client.js';
import type { Installation } from './installation.js';
import { pause } from '../pause.js';

type Member = Installation['members'][number];

/** What a client of the API knows about one of its deposits. */
export interface KnownDeposit {
  readonly account: string;
  readonly id: string;
  readonly pages: number;
  /** `unknown`: the client requested the deletion but got no response. */
  state: 'exists' | 'deleted' | 'refused' | 'unknown';
}

/** Clients that create and delete deposits while the server fails, and remember what was acknowledged. */
export class Depositors {
  readonly known: KnownDeposit[] = [];
  /** Responses that no client should ever see. */
  readonly unexpected: string[] = [];
  readonly #stopping = new AbortController();
  readonly #work: Promise<void>[];

  constructor(members: readonly Member[], clientOf: (key: string) => Promise<ApiClient>, dateOf: () => Date) {
    this.#work = members.map((member) => this.#deposit(member, clientOf, dateOf));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#work);
  }

  async #deposit(
    { id: account, key }: Member,
    clientOf: (key: string) => Promise<ApiClient>,
    dateOf: () => Date,
  ): Promise<void> {
    for (let round = 1; !this.#stopping.signal.aborted; round++) {
      await pause(25);
      const pages = 1 + (round % 50);
      const answer = await this.#answer(clientOf(key), 'POST', '/deposits', {
        pages,
        date: dateOf().toISOString(),
      });
      if (answer?.status !== 200) continue;
      const deposit: KnownDeposit = { account, id: answer.body.id, pages, state: 'exists' };
      this.known.push(deposit);
      if (round % 3 !== 0) continue;
      await pause(round % 2 === 0 ? 0 : 300);
      const deletion = await this.#answer(clientOf(key), 'DELETE', `/deposits/${deposit.id}`);
      deposit.state = stateAfter(deletion);
    }
  }

  /** Undefined if there was no response, or a 503: the request may have been executed. */
  async #answer(
    client: Promise<ApiClient>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer | undefined> {
    let answer: Answer;
    try {
      answer = await (await client).call(method, path, { body });
    } catch (error) {
      if (!isConnectionError(error)) this.unexpected.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
    const { status } = answer;
    if (status === 503) return undefined;
    if (status !== 200 && !(method === 'DELETE' && status === 400)) {
      this.unexpected.push(`${method} ${path}: ${status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }
}

function stateAfter(deletion: Answer | undefined): KnownDeposit['state'] {
  if (deletion === undefined) return 'unknown';
  return deletion.status === 200 ? 'deleted' : 'refused';
}

/** Errors of a connection to a server that was killed or is not up again yet. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONN|EPIPE|socket|closed|destroyed|disconnected|terminated/i.test(`${error.name} ${error.message}`);
