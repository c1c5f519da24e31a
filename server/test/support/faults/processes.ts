import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'undici';
import { apiClient, type ApiClient, type Json } from '../api-client.js';
import { type DataDirectory, isAlive } from '../data-directory.js';
import { type ProcessResult, regrove, type RecordedProcess, start } from '../regrove-process.js';
import { until } from '../until.js';
import type { Observer } from './observer.js';

/** The processes of an installation. Each can be killed at any time and started again. */
export class Processes {
  readonly #directory: DataDirectory;
  readonly #roles = new Map<string, RecordedProcess>();
  #client: { url: string; agent: Agent } | undefined;
  /** Processes that ended although they were not stopped. */
  readonly unexpectedExits: ProcessResult[] = [];

  /** `program`: of another version than the present one. */
  constructor(
    directory: DataDirectory,
    readonly program?: string,
  ) {
    this.#directory = directory;
  }

  /**
   * Starts a process without waiting for it. If it finds no database at startup, it is started again, as a supervisor
   * would do.
   */
  start(role: string, ...args: string[]): void {
    const running = start(args, this.#directory.env, { program: this.program });
    this.#directory.processes.push(running);
    this.#roles.set(role, running);
    void running.ending.then((ending) => {
      if (this.#roles.get(role) !== running) return;
      if (isUp(running) || ending.code !== 1 || !/not reachable|PostgreSQL/.test(ending.stderr)) {
        this.unexpectedExits.push(ending);
      } else this.start(role, ...args);
    });
  }

  /** Runs a command of the same version, and returns the value it prints. */
  async command(...args: string[]): Promise<Json> {
    const { code, stdout, stderr } = await regrove([...args, '--json'], this.#directory.env, {
      program: this.program,
    });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** The process id of the role's current process. */
  pidOf(role: string): number | undefined {
    return this.#roles.get(role)?.pid;
  }

  /** The connection to the current server, without a key. */
  async connection(): Promise<{ url: string; agent: Agent }> {
    return this.#connect();
  }

  get roles(): string[] {
    return [...this.#roles.keys()];
  }

  /** Waits until the process reports that it is up. */
  async isUp(role: string): Promise<void> {
    await until(`${role} to be up`, () => {
      if (this.unexpectedExits.length > 0) throw new Error(this.unexpectedExits[0]?.stderr);
      return isUp(this.#of(role));
    });
  }

  async kill(role: string): Promise<void> {
    const running = this.#of(role);
    this.#roles.delete(role);
    await running.stop('SIGKILL');
    if (role === 'server') await this.#forgetServer();
  }

  /** Kills the postmaster. The other processes must start the database again. */
  async killDatabase(): Promise<void> {
    const pid = await this.#directory.postmaster();
    if (pid === undefined) throw new Error('the database was away already');
    process.kill(pid, 'SIGKILL');
    await until(`process ${pid} to be gone`, async () => !(await isAlive(pid)));
  }

  /** Stops all processes and returns how they ended. */
  async stopAll(): Promise<ProcessResult[]> {
    // A process that is still starting does not handle signals yet.
    for (const role of this.roles) await this.isUp(role);
    const all = [...this.#roles.values()];
    this.#roles.clear();
    const endings = await Promise.all(all.map((running) => running.stop()));
    await this.#forgetServer();
    return endings;
  }

  /** The state of the installation, to diagnose why it makes no progress. */
  async state(observer: Observer): Promise<string> {
    const tables = {
      jobs: await observer.query('select * from graphile_worker.jobs'),
      locks: await observer.query(
        `select pid, classid, objid, granted from pg_locks where locktype = 'advisory'`,
      ),
      activity: await observer.query(
        `select pid, application_name, state, wait_event, state_change, left(query, 60) from pg_stat_activity where datname is not null`,
      ),
    };
    const logs = [...this.#roles].map(([role, { stderr }]) => `${role}: ${stderr.slice(-20_000)}`);
    const lines = Object.values(tables).flatMap((rows) => rows.map((row) => JSON.stringify(row)));
    return [...lines, ...logs].join('\n');
  }

  async killAll(): Promise<void> {
    for (const role of [...this.#roles.keys()]) await this.kill(role);
  }

  /** A client of the current server. */
  async client(key: string): Promise<ApiClient> {
    return apiClient(await this.#connect(), key);
  }

  #of(role: string): RecordedProcess {
    const running = this.#roles.get(role);
    if (!running) throw new Error(`there is no ${role}`);
    return running;
  }

  async #connect(): Promise<{ url: string; agent: Agent }> {
    if (this.#client) return this.#client;
    const server = this.#roles.get('server');
    const [, url] = /ready: (https:\S+\/v1)\//.exec(server?.stdout ?? '') ?? [];
    if (url === undefined) throw new Error('ECONNREFUSED: there is no server yet');
    const ca = await readFile(join(this.#directory.path, 'tls', 'cert.pem'), 'utf8');
    return (this.#client ??= { url, agent: new Agent({ connect: { ca } }) });
  }

  async #forgetServer(): Promise<void> {
    const { agent } = this.#client ?? {};
    this.#client = undefined;
    await agent?.destroy();
  }
}

const isUp = ({ stdout }: RecordedProcess): boolean => /ready:|Running jobs/.test(stdout);
