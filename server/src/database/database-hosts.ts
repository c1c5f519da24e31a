import pg from 'pg';
import {
  describeHost,
  type DatabaseAddress,
  type DatabaseHost,
  type SessionTarget,
} from '../platform/config/database-url.js';

/** How often to check that the host in use is still suitable, while connections are open. */
const watchMs = 2_000;

/** Without this pause, the requests during a failover would keep the standbys busy with new connections. */
const searchAgainMs = 250;

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
  #current: DatabaseHost | undefined;
  #previous: DatabaseHost | undefined;
  #finding: Promise<DatabaseHost> | undefined;
  #failure: { readonly error: unknown; readonly until: number } | undefined;
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
    this.#finding ??= this.#search().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  /** Search again before the next connection. */
  distrust(host: DatabaseHost): void {
    if (this.#current === host) this.#current = undefined;
  }

  /** Registers a connection that was just opened. */
  async accept(client: pg.Client, host: DatabaseHost): Promise<void> {
    const state = await stateOf(client);
    const isFormer = this.#previous !== undefined && this.#previous !== host;
    if (isFormer || !(isSuitable(state, this.#target) || this.#target === 'prefer-standby')) {
      this.distrust(host);
      throw new NoSuitableHost(`${describeHost(host)} is not ${wanted[this.#target]} any more`);
    }
    this.#open.set(client, host);
    client.once('end', () => this.#open.delete(client));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Moves to another host even if connections to the current one are open but hang. */
  async #check(): Promise<void> {
    if (this.#open.size === 0 || this.#finding) return;
    const host = this.#current;
    if (host) {
      if (isSuitable(await this.#ask(host).catch(() => undefined), this.#target)) return;
      this.distrust(host);
    }
    await this.find().catch(() => undefined);
  }

  async #search(): Promise<DatabaseHost> {
    const { hosts } = this.#address;
    const asked = hosts.map((host) => this.#ask(host));
    const found =
      (await firstOf(hosts, asked, (state) => isSuitable(state, this.#target))) ??
      (this.#target === 'prefer-standby' ? await firstOf(hosts, asked, () => true) : undefined);
    if (!found) {
      const error = await this.#failureOf(asked);
      this.#failure = { error, until: performance.now() + searchAgainMs };
      throw error;
    }
    this.#failure = undefined;
    this.#current = found;
    this.#moveTo(found);
    return found;
  }

  #moveTo(host: DatabaseHost): void {
    const former = this.#previous;
    this.#previous = host;
    if (former === undefined || former === host) return;
    this.#onMove(describeHost(host));
    for (const [client, at] of this.#open) if (at !== host) client.connection.stream.destroy();
  }

  async #failureOf(asked: readonly Promise<unknown>[]): Promise<unknown> {
    const outcomes = await Promise.allSettled(asked);
    const errors = outcomes.map(
      (outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined) as unknown,
    );
    const login = errors.find(isLoginError);
    if (login) return login;
    const reasons = this.#address.hosts.map((host, index) => {
      const error = errors[index];
      return `${describeHost(host)} ${error instanceof Error ? `failed (${error.message})` : 'is not'}`;
    });
    return new NoSuitableHost(`no host is ${wanted[this.#target]}: ${reasons.join(', ')}`);
  }

  /** Uses a separate connection, which tells more than one that is already open. */
  async #ask(host: DatabaseHost): Promise<ServerState | undefined> {
    const { connectTimeoutMs } = this.#address;
    const client = new pg.Client({
      connectionString: this.#address.urlOf(host),
      application_name: 'regrove',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await stateOf(client);
    } finally {
      client.connection.stream.destroy();
    }
  }
}

interface ServerState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

async function stateOf(client: pg.Client): Promise<ServerState | undefined> {
  const { rows } = await client.query<ServerState>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::bool as "isReadOnly"`,
  );
  return rows[0];
}

const wanted: Readonly<Record<SessionTarget, string>> = {
  any: 'reachable',
  'read-write': 'writable',
  'read-only': 'read-only',
  primary: 'the primary',
  standby: 'a standby',
  'prefer-standby': 'reachable',
};

function isSuitable(state: ServerState | undefined, target: SessionTarget): boolean {
  if (!state) return false;
  switch (target) {
    case 'any':
      return true;
    case 'read-write':
      return !state.isReadOnly;
    case 'read-only':
      return state.isReadOnly;
    case 'primary':
      return !state.isStandby;
    case 'standby':
    case 'prefer-standby':
      return state.isStandby;
  }
}

/** The first host that answers suitably; a host that does not answer delays no other. */
async function firstOf(
  hosts: readonly DatabaseHost[],
  asked: readonly Promise<ServerState | undefined>[],
  isSo: (state: ServerState) => boolean,
): Promise<DatabaseHost | undefined> {
  const answers = hosts.map(async (host, index) => {
    const state = await asked[index];
    if (!state || !isSo(state)) throw new NoSuitableHost();
    return host;
  });
  return Promise.any(answers).catch(() => undefined);
}
