import type { DataDirectory } from '../data-directory.js';
import { type ProcessResult, type RecordedProcess, start } from '../regrove-process.js';
import { pause } from '../pause.js';

/** Starting a process costs more than its work; without pauses, it would starve the other processes. */
const restMs = 3_000;

/** An operator that runs one command after another. */
export class Commands {
  /** Endings that no operator should ever see. */
  readonly unexpected: ProcessResult[] = [];
  finished = 0;
  #current: RecordedProcess | undefined;
  readonly #stopping = new AbortController();
  readonly #work: Promise<void>;

  constructor(directory: DataDirectory, next: (count: number) => readonly string[]) {
    this.#work = this.#run(directory, next);
  }

  /** Kills the current command; returns whether there was one. */
  async kill(): Promise<boolean> {
    const { code } = (await this.#current?.stop('SIGKILL')) ?? { code: 0 };
    return code === null;
  }

  /** Waits for the current command. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async #run(directory: DataDirectory, next: (count: number) => readonly string[]): Promise<void> {
    for (let count = 0; !this.#stopping.signal.aborted; count++) {
      this.#current = start(next(count), directory.env);
      directory.processes.push(this.#current);
      const ending = await this.#current.ending;
      if (ending.code === 0) this.finished++;
      else if (!isExpected(ending)) this.unexpected.push(ending);
      await pause(restMs, this.#stopping.signal);
    }
  }
}

/** Killed by the test, or failed because the database was down. */
const isExpected = ({ code, signal, stderr }: ProcessResult): boolean =>
  signal === 'SIGKILL' || (code === 1 && /not reachable|PostgreSQL/.test(stderr) && !/^\s+at /m.test(stderr));
