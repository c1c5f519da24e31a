import { request } from 'undici';
import type { ApiClient, Json } from '../api-client.js';
import { actions, sendInvalidRequest, type ActionContext } from '../chaos/actions.js';
import { Integrator, type Tally } from '../chaos/integrator.js';
import type { Processes } from '../faults/processes.js';
import type { Random } from '../faults/random.js';
import { pause } from '../pause.js';
import { until } from '../until.js';
import type { SeededInstallation } from './seed-installation.js';

/** Clients that use every operation, each request on any of the servers that are up, and remember what was acknowledged. */
export class LoadGenerator {
  readonly clients: readonly Integrator[];
  /** Errors of servers, which no client should see while one version replaces the other. */
  readonly serverErrors: string[] = [];
  readonly #tally: Tally = { requests: 0, acknowledged: 0, lostAnswers: 0, retries: 0, replayed: 0 };
  readonly #random: Random;
  readonly #around: ActionContext;
  #serving: readonly Processes[] = [];
  /** Of each account: the servers for what its client does now, until it is done. */
  readonly #servingOf = new Map<string, readonly Processes[]>();
  readonly #inProgress = new Map<string, Promise<void>>();
  #operations: ReadonlySet<string> = new Set();
  #reads: readonly string[] = [];
  #work: { readonly stopping: AbortController; readonly done: Promise<unknown> } | undefined;

  constructor({ members, around }: SeededInstallation, random: Random, month: () => Date) {
    this.#random = random;
    this.#around = around;
    this.clients = members.map(
      ({ id, key }) => new Integrator(id, random, this.#tally, () => this.#client(id, key), month),
    );
  }

  get acknowledged(): number {
    return this.#tally.acknowledged;
  }

  /**
   * Sends all further requests to these servers, and only those that the first of them knows. What has begun is completed where it began,
   * because the others may not know it.
   */
  async moveTo(first: Processes, ...others: Processes[]): Promise<void> {
    const { url, agent } = await first.connection();
    const { body } = await request(`${url}/openapi.json`, { dispatcher: agent });
    const { paths } = (await body.json()) as { paths: Record<string, Record<string, Json>> };
    this.#operations = new Set(
      Object.entries(paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
      ),
    );
    this.#reads = Object.keys(paths).filter((path) => {
      const { parameters = [] } = paths[path]?.['get'] ?? { parameters: [{ required: true }] };
      // The keys are not those of sandboxes.
      return !/\{|^\/sandbox\b/.test(path) && !parameters.some(({ required }: Json) => required);
    });
    this.#serving = [first, ...others];
    await Promise.all(this.#inProgress.values());
  }

  start(): void {
    const stopping = new AbortController();
    const done = Promise.all(
      this.clients.map(async (client) => {
        while (!stopping.signal.aborted) {
          this.#servingOf.set(client.account, this.#serving);
          const action = this.#act(client);
          this.#inProgress.set(client.account, action);
          await action;
          this.#servingOf.delete(client.account);
          await pause(5);
        }
      }),
    );
    this.#work = { stopping, done };
  }

  /** Waits until the clients have got this many more acknowledgements. */
  async goOn(count: number): Promise<void> {
    const before = this.acknowledged;
    await until(
      `${count} more acknowledged requests`,
      () => this.acknowledged,
      (seen) => seen >= before + count,
    );
  }

  /** Waits for the requests in progress. */
  async stop(): Promise<void> {
    this.#work?.stopping.abort();
    await this.#work?.done;
    this.#work = undefined;
  }

  async #act(client: Integrator): Promise<void> {
    const known = Object.entries(actions).filter(([operation]) => this.#operations.has(operation));
    const choice = this.#random.upTo(known.length + 4);
    const [, action] = known[choice] ?? [];
    if (action) return action(client, this.#around);
    if (choice === known.length) return sendInvalidRequest(client, this.#around);
    const path = this.#reads[this.#random.upTo(this.#reads.length)] ?? '/account';
    await client.send('GET', path, undefined, { untilKnown: true });
  }

  async #client(account: string, key: string): Promise<ApiClient> {
    const serving = this.#servingOf.get(account) ?? this.#serving;
    const server = serving[this.#random.upTo(serving.length)];
    if (!server) throw new Error('No server is up');
    const client = await server.client(key);
    const call: ApiClient['call'] = async (method, path, options) => {
      const answer = await client.call(method, path, options);
      if (answer.status >= 500)
        this.serverErrors.push(
          `${server.program ?? 'the present version'}: ${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      return answer;
    };
    return { ...client, call };
  }
}
