import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable, Refusal, unavailable } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import type { Run } from './bounded-database.js';
import type { Database, Pool } from './database.js';
import { isGeneralOutage, isRetryable } from './failures.js';
import { currentPosition, replayState, type WalPosition } from './replica-store.js';

/** Reports are few and long. */
export const replicaConnections = 5;
/** How long a report waits for the replica to catch up. */
const maxLagMs = 2_000;
const lookAgainMs = 20;
/** After a failure, reports do not wait for the replica again for this long. */
const awayMs = 5_000;

interface ReplicaState {
  isUsed: boolean;
  /** On the clock of `performance`. */
  retryAt: number;
}

/**
 * A copy of the database for reports. They are read from it once it has everything that was acknowledged before they were
 * requested; if that takes too long or it fails, from the primary.
 */
export class ReadReplica {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #run: Run;
  readonly #state: ReplicaState;

  constructor(
    pool: Pool,
    log: Log,
    run: Run = (work) => work(),
    state: ReplicaState = { isUsed: true, retryAt: 0 },
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#run = run;
    this.#state = state;
  }

  /** The same for a caller that has to share the connections with others. */
  sharedBy(run: Run): ReadReplica {
    return new ReadReplica(this.#pool, this.#log, run, this.#state);
  }

  /** False while the primary is used instead. */
  isUsed(): boolean {
    return this.#state.isUsed;
  }

  /** A database for the statements of one report, which must not write. */
  reader(primary: Database): Database {
    let choice: Promise<Database> | undefined;
    const rows: Database['rows'] = async (statement, values) => {
      const db = await (choice ??= this.#choose(primary));
      if (db === primary) return primary.rows(statement, values);
      const read = await this.#run(() =>
        db.rows(statement, values).catch((error: unknown) => {
          this.#leave(error);
        }),
      );
      if (read) return read;
      choice = Promise.resolve(primary);
      return primary.rows(statement, values);
    };
    return {
      rows,
      first: async (statement, values) => (await rows(statement, values))[0],
      transaction: () => Promise.reject(new Error('A report cannot write')),
      repeatableRead: (work) => this.#consistently(primary, work),
    };
  }

  /** The same with a consistent view of the data. */
  async snapshot<T>(
    primary: Pick<Pool, 'snapshot'> & Database,
    work: (db: Database) => Promise<T>,
    onPause?: (milliseconds: number) => void,
  ): Promise<T> {
    if ((await this.#choose(primary)) === primary) return primary.snapshot(work, onPause);
    return this.#pool.snapshot(work).catch((error: unknown) => {
      this.#leave(error);
      return primary.snapshot(work, onPause);
    });
  }

  async #consistently<T>(primary: Database, work: (db: Database) => Promise<T>): Promise<T> {
    if ((await this.#choose(primary)) === primary) return primary.repeatableRead(work);
    const read = await this.#run(() =>
      this.#pool
        .repeatableRead(async (db) => ({ result: await work(db) }))
        .catch((error: unknown) => {
          this.#leave(error);
        }),
    );
    return read ? read.result : primary.repeatableRead(work);
  }

  async #choose(primary: Database): Promise<Database> {
    if (performance.now() < this.#state.retryAt) return primary;
    const position = await currentPosition(primary);
    const isUpToDate = await this.#run(async () => {
      try {
        if (await this.catchUp(position)) return true;
        throw unavailable('The read replica may still follow a former primary');
      } catch (error) {
        this.#leave(error);
        return false;
      }
    });
    if (!isUpToDate) return primary;
    if (!this.#state.isUsed) this.#log.info('the read replica is up to date again; reports are read from it');
    this.#state.isUsed = true;
    return this.#pool;
  }

  /**
   * Waits until it has everything up to this position; throws if it takes too long. False: it has, but may still follow a
   * former primary.
   */
  async catchUp(position: WalPosition): Promise<boolean> {
    const deadline = performance.now() + maxLagMs;
    for (;;) {
      const state = await this.#pool.withClient((client) => replayState(client, position, maxLagMs));
      if (state === 'up to date' || state === 'unconfirmed') return state === 'up to date';
      if (state === 'other timeline') throw unavailable('The read replica does not follow the primary');
      if (performance.now() > deadline) throw unavailable('The read replica is too far behind');
      await pause(lookAgainMs);
    }
  }

  #leave(error: unknown): void {
    // The work itself refuses what it is asked for.
    if (error instanceof Refusal && !isUnavailable(error)) throw error;
    // A replica cancels statements that keep it from following the primary, with the code of a serialization failure.
    if (isRetryable(error)) return;
    // What takes too long here would take as long on the primary, next to its other work.
    if (isUnavailable(error) && !isGeneralOutage(error)) throw error;
    this.#state.retryAt = performance.now() + awayMs;
    if (!this.#state.isUsed) return;
    this.#state.isUsed = false;
    this.#log.warn({ err: error }, 'the read replica cannot be used; reports are read from the primary');
  }
}
