import pg from 'pg';
import {
  describeHost,
  type DatabaseAddress,
  type DatabaseHost,
  type SessionTarget,
} from '../platform/config/database-url.js';
import { askAgainMs, askHosts, type HostAnswer } from './ask-hosts.js';
import { isSuitable, stateOf, targetDescriptions, type ServerState } from './server-state-store.js';

/** How often to check that the host in use is still suitable, while connections are open. */
const watchMs = 2_000;

/** Has the code of a failed connection, so that requests are answered as in any outage. */
class NoSuitableHost extends Error {
  override readonly name = 'NoSuitableHost';
  readonly code = '08001';
}

/** Wrong passwords and missing databases: they have to be corrected, and waiting does not help. */
const isLoginError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? '');

/**
 * Finds the suitable one of several hosts, for example the primary, and stays with it while it is suitable. When another one
 * takes over, connections to the former host are closed: a paused machine would keep them open without responding.
 */
export class DatabaseHosts {
  readonly #address: DatabaseAddress;
  readonly #target: SessionTarget;
  readonly #onMove: (to: string) => void;
  readonly #open = new Map<pg.Client, DatabaseHost>();
  readonly #asking = new Set<pg.Client>();
  #current: DatabaseHost | undefined;
  #previous: DatabaseHost | undefined;
  #finding: Promise<DatabaseHost> | undefined;
  #failure: { readonly error: unknown; readonly until: number } | undefined;
  #isChecking = false;
  /** The highest timeline seen. A server that writes to a lower one is a former primary, and lacks what was written since. */
  #timeline = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(address: DatabaseAddress, target: SessionTarget, onMove: (to: string) => void) {
    this.#address = address;
    this.#target = target;
    this.#onMove = onMove;
    this.#timer = setInterval(() => void this.#check(), watchMs).unref();
  }

  /** The suitable host. Concurrent callers share one search, and those shortly after a failed one its error. */
  async find(): Promise<DatabaseHost> {
    if (this.#current) return this.#current;
    if (this.#failure && performance.now() < this.#failure.until) throw this.#failure.error;
    return this.#searchOnce();
  }

  /** Search again before the next connection. */
  distrust(host: DatabaseHost): void {
    if (this.#current === host) this.#current = undefined;
  }

  /** Registers a connection that was just opened. */
  async accept(client: pg.Client, host: DatabaseHost): Promise<void> {
    const state = await stateOf(client);
    const isFormer = this.#previous !== undefined && this.#previous !== host;
    if (isFormer || !(this.#suits(state) || this.#target === 'prefer-standby')) {
      this.distrust(host);
      throw new NoSuitableHost(`${describeHost(host)} is not ${targetDescriptions[this.#target]} any more`);
    }
    this.#remember(state);
    this.#open.set(client, host);
    client.once('end', () => this.#open.delete(client));
  }

  close(): void {
    clearInterval(this.#timer);
    for (const client of this.#asking) client.connection.stream.destroy();
  }

  /** Moves to another host even if connections to the current one are open but hang. */
  async #check(): Promise<void> {
    if (this.#open.size === 0 || this.#finding || this.#isChecking) return;
    this.#isChecking = true;
    try {
      const host = this.#current;
      const answer = host && (await this.#ask(host));
      const state = answer && 'state' in answer ? answer.state : undefined;
      if (state && this.#suits(state)) return;
      // A primary is used until there is a standby.
      if (host && !(state && this.#target === 'prefer-standby')) this.distrust(host);
      await this.#searchOnce().catch(() => undefined);
    } finally {
      this.#isChecking = false;
    }
  }

  #searchOnce(): Promise<DatabaseHost> {
    this.#finding ??= this.#search().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #search(): Promise<DatabaseHost> {
    const { hosts } = this.#address;
    const answers = await askHosts(
      hosts,
      (host) => this.#ask(host),
      (state) => this.#suits(state),
    );
    const states = hosts.flatMap((host) => {
      const answer = answers.get(host);
      return answer && 'state' in answer ? { host, state: answer.state } : [];
    });
    const suitable = states.filter(({ state }) => this.#suits(state));
    if (suitable.length === 0 && this.#target === 'prefer-standby') suitable.push(...states);
    const [best] = suitable.sort((a, b) => (b.state.timeline ?? 0) - (a.state.timeline ?? 0));
    if (!best) {
      const error = this.#failureOf(answers);
      this.#failure = { error, until: performance.now() + askAgainMs };
      throw error;
    }
    this.#failure = undefined;
    this.#current = best.host;
    this.#remember(best.state);
    this.#moveTo(best.host);
    return best.host;
  }

  #suits(state: ServerState): boolean {
    return isSuitable(state, this.#target) && !this.#isFormerPrimary(state);
  }

  #isFormerPrimary({ timeline }: ServerState): boolean {
    const writes = this.#target === 'read-write' || this.#target === 'primary';
    return writes && timeline !== null && timeline < this.#timeline;
  }

  #remember({ timeline }: ServerState): void {
    this.#timeline = Math.max(this.#timeline, timeline ?? 0);
  }

  #moveTo(host: DatabaseHost): void {
    const former = this.#previous;
    this.#previous = host;
    if (former === undefined || former === host) return;
    this.#onMove(describeHost(host));
    for (const [client, at] of this.#open) if (at !== host) client.connection.stream.destroy();
  }

  #failureOf(answers: ReadonlyMap<DatabaseHost, HostAnswer>): unknown {
    const all = [...answers.values()];
    const login = all.flatMap((answer) =>
      'error' in answer && isLoginError(answer.error) ? [answer.error] : [],
    );
    // Once a host was found, the settings are right, and this is an outage.
    if (login.length > 0 && !this.#previous) return login[0];
    const reasons = this.#address.hosts.map(
      (host) => `${describeHost(host)} ${this.#reason(answers.get(host))}`,
    );
    return new NoSuitableHost(`no host is ${targetDescriptions[this.#target]}: ${reasons.join(', ')}`);
  }

  #reason(answer: HostAnswer | undefined): string {
    if (answer && 'error' in answer) return `failed (${messageOf(answer.error)})`;
    if (!answer || !this.#isFormerPrimary(answer.state)) return 'is not';
    return `is a former primary (timeline ${answer.state.timeline}, after ${this.#timeline} was used)`;
  }

  /** Uses a separate connection, which tells more than one that is already open. */
  async #ask(host: DatabaseHost): Promise<HostAnswer> {
    const { connectTimeoutMs, urlOf } = this.#address;
    const client = new pg.Client({
      connectionString: urlOf(host),
      application_name: 'regrove',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
    });
    client.on('error', () => undefined);
    this.#asking.add(client);
    const destroy = (): void => void client.connection.stream.destroy();
    try {
      await client.connect();
      const state = await stateOf(client);
      // The server logs connections that end without notice. One that hangs now must not stay open.
      const timer = setTimeout(destroy, connectTimeoutMs);
      void client.end().finally(() => {
        clearTimeout(timer);
      });
      return { state };
    } catch (error) {
      destroy();
      return { error };
    } finally {
      this.#asking.delete(client);
    }
  }
}

/** If a name has several addresses and all fail, the error only has a code. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
};
