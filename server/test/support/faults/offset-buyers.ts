import type { Answer, ApiClient } from '../api-client.js';
import { pause } from '../pause.js';
import { isConnectionError } from './depositors.js';
import type { Installation } from './installation.js';

type Member = Installation['members'][number];

/** A certificate that was acknowledged. */
export interface KnownCertificate {
  readonly id: string;
  readonly pages: number;
  /** `unknown`: the client withdrew it but got no response. */
  state: 'valid' | 'withdrawn' | 'unknown';
}

/** Clients that buy offsets, and return some of them, while the server fails. */
export class OffsetBuyers {
  readonly known: KnownCertificate[] = [];
  /** Responses that no client should ever see. */
  readonly unexpected: string[] = [];
  readonly #stopping = new AbortController();
  readonly #work: Promise<void>[];

  constructor(members: readonly Member[], clientOf: (key: string) => Promise<ApiClient>) {
    this.#work = members.map((member) => this.#certify(member, clientOf));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#work);
  }

  async #certify({ key }: Member, clientOf: (key: string) => Promise<ApiClient>): Promise<void> {
    for (let round = 1; !this.#stopping.signal.aborted; round++) {
      await pause(25);
      const pages = 1 + (round % 500);
      const answer = await this.#answer(clientOf(key), 'POST', '/biomass/offsets', { pages });
      if (answer?.status !== 200) continue;
      const certificate: KnownCertificate = { id: answer.body.certificate_id, pages, state: 'valid' };
      this.known.push(certificate);
      if (round % 3 !== 0) continue;
      // At once, so that issue and withdrawal may be entered together, or later.
      await pause(round % 2 === 0 ? 0 : 2_500);
      const deletion = await this.#answer(clientOf(key), 'DELETE', `/biomass/offsets/${answer.body.id}`);
      certificate.state = deletion?.status === 200 ? 'withdrawn' : 'unknown';
    }
  }

  /** Undefined if there was no response, or a 503: the request may have been executed. */
  async #answer(
    client: Promise<ApiClient>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer | undefined> {
    try {
      const answer = await (await client).call(method, path, { body });
      if (answer.status === 503) return undefined;
      if (answer.status !== 200)
        this.unexpected.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      if (!isConnectionError(error)) this.unexpected.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
  }
}
