import type { Answer, ApiClient } from '../api-client.js';
import type { Installation } from './installation.js';
import { moment } from '../moment.js';

type Member = Installation['members'][number];

/** What a client of the API knows about one of its deposits. */
export interface Memory {
  readonly account: string;
  readonly id: string;
  readonly pages: number;
  /** `doubtful`: the client requested the deletion but got no response. */
  state: 'kept' | 'deleted' | 'refused' | 'doubtful';
}

/** Clients that create and delete deposits while the server fails, and remember what was acknowledged. */
export class Depositors {
  readonly memories: Memory[] = [];
  /** Responses that no client should ever see. */
  readonly surprises: string[] = [];
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
      await moment(25);
      const pages = 1 + (round % 50);
      const answer = await this.#answer(clientOf(key), 'POST', '/deposits', {
        pages,
        date: dateOf().toISOString(),
      });
      if (answer?.status !== 200) continue;
      const memory: Memory = { account, id: answer.body.id, pages, state: 'kept' };
      this.memories.push(memory);
      if (round % 3 !== 0) continue;
      await moment(round % 2 === 0 ? 0 : 300);
      const deletion = await this.#answer(clientOf(key), 'DELETE', `/deposits/${memory.id}`);
      memory.state = stateAfter(deletion);
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
      if (!isBroken(error)) this.surprises.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
    const { status } = answer;
    if (status === 503) return undefined;
    if (status !== 200 && !(method === 'DELETE' && status === 400)) {
      this.surprises.push(`${method} ${path}: ${status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }
}

function stateAfter(deletion: Answer | undefined): Memory['state'] {
  if (deletion === undefined) return 'doubtful';
  return deletion.status === 200 ? 'deleted' : 'refused';
}

/** Errors of a connection to a server that was killed or is not up again yet. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONN|EPIPE|socket|closed|destroyed|disconnected|terminated/i.test(`${error.name} ${error.message}`);
