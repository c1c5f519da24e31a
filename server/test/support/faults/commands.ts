import type { DataDirectory } from '../data-directory.js';
import { type Ending, type Running, start } from '../regrove-process.js';
import { moment } from '../moment.js';

/** A process costs more to start than the work is; others have work to do as well. */
const restMs = 3_000;

/** An operator who runs one command after another. */
export class Commands {
  /** Endings that no operator should ever see. */
  readonly surprises: Ending[] = [];
  finished = 0;
  #current: Running | undefined;
  readonly #stopping = new AbortController();
  readonly #work: Promise<void>;

  constructor(directory: DataDirectory, next: (count: number) => readonly string[]) {
    this.#work = this.#run(directory, next);
  }

  /** Whether there was one to kill. */
  async kill(): Promise<boolean> {
    const { code } = (await this.#current?.stop('SIGKILL')) ?? { code: 0 };
    return code === null;
  }

  /** Lets the last one finish. */
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
      else if (!isFair(ending)) this.surprises.push(ending);
      await moment(restMs, this.#stopping.signal);
    }
  }
}

/** Killed by us, or sent away without the database. */
const isFair = ({ code, signal, stderr }: Ending): boolean =>
  signal === 'SIGKILL' || (code === 1 && /not reachable|PostgreSQL/.test(stderr) && !/^\s+at /m.test(stderr));
