import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../api-client.js';
import { startBalancer, type Balancer } from '../balancer.js';
import type { ClusterDatabase } from '../patroni/cluster.js';
import {
  type ProcessResult,
  type Environment,
  type RecordedProcess,
  spawnRecorded,
} from '../regrove-process.js';

/** A version of Regrove, by the path of its `regrove.js`. */
export interface Program {
  readonly version: string;
  readonly path: string;
  /** Its schedule goes through every minute that the clock has jumped over, one by one, and cannot keep up with a year. */
  readonly runsMissedMinutes?: boolean;
}

interface Server {
  readonly process: RecordedProcess;
  readonly port: number;
}

/** An installation as an operator runs it: a server behind a balancer, a worker, and commands, which all use the same clock. */
export class Deployment {
  /** Processes that ended although nobody stopped them. */
  readonly unexpectedExits: string[] = [];
  readonly #processes: RecordedProcess[] = [];
  #server: Server | undefined;
  #worker: RecordedProcess | undefined;

  private constructor(
    readonly balancer: Balancer,
    readonly settings: Environment,
    public program: Program,
    public database: ClusterDatabase,
    public dataDir: string,
    public logOrigin: string,
  ) {}

  static async create(
    settings: Environment,
    program: Program,
    database: ClusterDatabase,
    logOrigin: string,
  ): Promise<Deployment> {
    return new Deployment(await startBalancer(), settings, program, database, await newDataDir(), logOrigin);
  }

  /** Of servers and commands. */
  get env(): Environment {
    return {
      REGROVE_RATE_LIMIT: '0',
      REGROVE_LOG_LEVEL: 'warn',
      ...this.settings,
      REGROVE_DATA_DIR: this.dataDir,
      REGROVE_DATABASE_URL: this.database.url,
      REGROVE_DATABASE_REPLICA_URL: this.database.replicaUrl,
      REGROVE_LOG_ORIGIN: this.logOrigin,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
    };
  }

  get serverPid(): number {
    return this.#server?.process.pid ?? 0;
  }

  get workerPid(): number {
    return this.#worker?.pid ?? 0;
  }

  get serverPort(): number {
    return this.#server?.port ?? 0;
  }

  /** A command, however it ends. */
  async try(...args: string[]): Promise<ProcessResult> {
    return this.#start(args, this.env).ending;
  }

  async run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.try(...args);
    if (code !== 0)
      throw new Error(`regrove ${args.join(' ')} exited with ${String(code)}: ${stderr}${stdout}`);
    return stdout;
  }

  /** What a command prints as JSON. */
  async json(...args: string[]): Promise<Json> {
    return JSON.parse(await this.run(...args, '--json'));
  }

  async start(): Promise<void> {
    await this.startServer();
    await this.startWorker();
  }

  /** Starts a server, and takes the place of the current one if there is one, whose requests are finished first. */
  async startServer(): Promise<void> {
    const before = this.#server;
    const process = this.#start(['serve', '--no-jobs'], this.env);
    const url = await process.printed(/ready: (https:\S+\/v1)\//);
    this.#server = { process, port: Number(new URL(url).port) };
    this.#watch('server', process, () => this.#server?.process === process);
    this.balancer.join(this.#server.port);
    if (!before) return;
    await this.balancer.leave(before.port);
    await this.#stopped(before.process);
  }

  /** Starts a worker, which finds the primary through HAProxy, instead of the current one. */
  async startWorker(): Promise<void> {
    await this.stopWorker();
    const process = this.#start(['worker'], { ...this.env, REGROVE_DATABASE_URL: this.database.proxyUrl });
    await process.printed(/(Running jobs)/);
    this.#worker = process;
    this.#watch('worker', process, () => this.#worker === process);
  }

  async stopWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker) await this.#stopped(worker);
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    await Promise.all([this.balancer.leave(server.port), this.#stopped(server.process)]);
  }

  /** As if the machine had lost power. */
  async kill(): Promise<void> {
    const [server, worker] = [this.#server, this.#worker];
    this.#server = this.#worker = undefined;
    await Promise.all([server?.process.stop('SIGKILL'), worker?.stop('SIGKILL')]);
    if (server) await this.balancer.leave(server.port);
  }

  /** For whatever is left after a failure. */
  async remove(): Promise<void> {
    this.#server = this.#worker = undefined;
    for (const one of this.#processes) if (!one.ended) await one.stop('SIGKILL');
    await this.balancer.close();
  }

  async newDataDir(): Promise<void> {
    this.dataDir = await newDataDir();
  }

  /** The warnings and errors that the server and the worker have logged last. */
  get logs(): string {
    const texts = [this.#server?.process, this.#worker].map((one) => one?.stderr.slice(-10_000) ?? '');
    return texts.join('\n');
  }

  #start(args: readonly string[], env: Environment): RecordedProcess {
    const running = spawnRecorded(process.execPath, [this.program.path, ...args], env);
    this.#processes.push(running);
    return running;
  }

  #watch(name: string, running: RecordedProcess, isCurrent: () => boolean): void {
    void running.ending.then(({ code, signal, stderr }) => {
      if (isCurrent())
        this.unexpectedExits.push(
          `the ${name} ended with ${String(code ?? signal)}: ${stderr.slice(-5_000)}`,
        );
    });
  }

  async #stopped(running: RecordedProcess): Promise<void> {
    const { code, stderr } = await running.stop();
    if (code !== 0)
      this.unexpectedExits.push(`a process stopped with ${String(code)}: ${stderr.slice(-5_000)}`);
  }
}

const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'regrove-year-'));

/** The resident memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
}
