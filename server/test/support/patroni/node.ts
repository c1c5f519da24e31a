import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { account, postgresPrograms } from '../debian-postgres.js';
import { freePort } from '../ports.js';
import { signalIfAlive, withChildren } from '../process-tree.js';
import { type RecordedProcess, spawnRecorded } from '../regrove-process.js';
import { findSystemProgram } from '../system-programs.js';

const program = findSystemProgram('patroni');
export const hasPatroni = !program.missing;

/**
 * docs/scale.md recommends these: a primary that is gone is replaced within 30 seconds, and no write is acknowledged that a
 * second server does not have.
 */
export const recommended = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 5,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  synchronous_node_count: 2,
};

/** What a test may have differently. */
export interface NodeOptions {
  /** The folder of the programs of PostgreSQL. */
  readonly programs?: string | undefined;
  /** Settings of PostgreSQL. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

const recommendedParameters = {
  wal_log_hints: 'on',
  wal_keep_size: '2GB',
  wal_sender_timeout: '10s',
  wal_receiver_timeout: '10s',
};

/** A machine with PostgreSQL and the Patroni that manages it. */
export class PatroniNode {
  readonly #folder: string;
  readonly #file: string;
  #patroni: RecordedProcess | undefined;
  /** Of runs that have ended. */
  #earlier = '';
  #paused: number[] = [];

  private constructor(
    readonly name: string,
    folder: string,
    readonly port: number,
    readonly restPort: number,
  ) {
    this.#folder = folder;
    this.#file = join(folder, `${name}.json`);
  }

  static async create(
    name: string,
    folder: string,
    etcd: readonly string[],
    options: NodeOptions,
  ): Promise<PatroniNode> {
    const node = new PatroniNode(name, folder, await freePort(), await freePort());
    await writeFile(node.#file, JSON.stringify(node.#configuration(etcd, options)));
    return node;
  }

  start(): void {
    this.#earlier = this.log;
    // Patroni passes its environment on to PostgreSQL.
    const env = { HOME: this.#folder, LC_ALL: 'C' };
    this.#patroni = spawnRecorded(program.binary, [this.#file], env, { cwd: this.#folder, ...account });
  }

  /** As Patroni tells HAProxy. `sync`: a standby that it would promote. */
  async is(role: 'primary' | 'sync'): Promise<boolean> {
    return (await this.#state(role)) !== undefined;
  }

  /** The timeline that it writes to; undefined if it is not the primary. Each promotion begins the next one. */
  async timeline(): Promise<number | undefined> {
    return (await this.#state('primary'))?.timeline;
  }

  /** What Patroni and PostgreSQL have written. */
  get log(): string {
    return `${this.#earlier}${this.#patroni?.stderr ?? ''}`;
  }

  /** As if the machine had lost power. */
  async kill(): Promise<void> {
    const patroni = this.#patroni?.stop('SIGKILL');
    for (const pid of await this.#postgres()) signalIfAlive(pid, 'SIGKILL');
    await patroni;
  }

  /** Kills PostgreSQL only. */
  async killPostgres(): Promise<void> {
    for (const pid of await this.#postgres()) signalIfAlive(pid, 'SIGKILL');
  }

  /** As if the virtual machine were suspended. */
  async pause(): Promise<void> {
    this.#paused = [this.#patroni?.pid ?? 0, ...(await this.#postgres())];
    for (const pid of this.#paused) signalIfAlive(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.#paused) signalIfAlive(pid, 'SIGCONT');
    this.#paused = [];
  }

  async stop(): Promise<void> {
    this.resume();
    await this.kill();
  }

  async #state(role: string): Promise<{ readonly timeline?: number } | undefined> {
    try {
      const { statusCode, body } = await request(`http://127.0.0.1:${this.restPort}/${role}`, {
        signal: AbortSignal.timeout(2_000),
      });
      const state = (await body.json()) as { timeline?: number };
      return statusCode === 200 ? state : undefined;
    } catch {
      return undefined;
    }
  }

  /** The processes of PostgreSQL, the postmaster first. */
  async #postgres(): Promise<number[]> {
    const file = join(this.#folder, this.name, 'postmaster.pid');
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    return Number.isInteger(pid) ? withChildren(pid) : [];
  }

  #configuration(
    etcd: readonly string[],
    { programs = postgresPrograms, parameters = {} }: NodeOptions,
  ): object {
    const { name, port, restPort } = this;
    const common = { ...recommendedParameters, ...parameters };
    return {
      scope: 'regrove',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd: { hosts: etcd },
      bootstrap: {
        dcs: { ...recommended, postgresql: { use_pg_rewind: true, parameters: common } },
        initdb: ['no-sync', { encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(this.#folder, name),
        bin_dir: programs,
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
        pgpass: join(this.#folder, `${name}.pgpass`),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        // Killed processes lose nothing that the kernel has; only a power failure would.
        parameters: { unix_socket_directories: this.#folder, fsync: 'off' },
      },
    };
  }
}
