import { poolInSchema, type Pool } from './database.js';
import { IdleEvictionMap } from '../platform/limits/idle-eviction-map.js';
import { Semaphore } from '../platform/limits/semaphore.js';
import type { Instrumentation } from './instrumentation.js';
import { createSandboxSchema, dropSandboxSchema, sandboxesWithSchema } from './sandbox-schema.js';
import { schemaOfSandbox } from './sandbox-schema-name.js';

/**
 * The databases of sandboxes. Each is a schema with all tables of an installation, so no row of a sandbox is ever in a table with
 * live rows, and no statement has to leave them out.
 */
export interface SandboxDatabases {
  /** Creates one at a time for each owner: who wants many waits for itself, and makes others wait for one schema at most. */
  serializeByOwner<T>(owner: string, work: () => Promise<T>): Promise<T>;
  create(id: string): Promise<void>;
  /** With all rows. Does nothing if there is none. */
  drop(id: string): Promise<void>;
  /** The ids of all that exist, listed or not. */
  list(): Promise<string[]>;
  /** The same object while it is in use, so that what is kept per database is found again. */
  open(id: string): Pool;
  /** The same for jobs, which make thousands of small transactions: their commits do not wait for the disk. */
  openForJobs(id: string): Pool;
}

export interface SandboxConnections {
  /** Connects as the owner of the tables, who may create schemas. */
  readonly openAsOwner: () => Pool;
  /** The connections of all sandboxes: few, so that the rest is left to live accounts. */
  readonly openPool: () => Pool;
  readonly instrumentation: Instrumentation | undefined;
}

export function sandboxDatabases({
  openAsOwner,
  openPool,
  instrumentation,
}: SandboxConnections): SandboxDatabases {
  // Schemas are changed one at a time anyway. More would wait with a connection each.
  const one = new Semaphore({ permits: 1 });
  const asOwner = <T>(work: (pool: Pool) => Promise<T>): Promise<T> =>
    one.run(async () => {
      const pool = openAsOwner();
      try {
        return await work(pool);
      } finally {
        await pool.close();
      }
    });
  const opened = new Map<string, WeakRef<Pool>>();
  const forget = new FinalizationRegistry<string>((key) => {
    if (opened.get(key)?.deref() === undefined) opened.delete(key);
  });
  let shared: Pool | undefined;
  const open = (id: string, hasAsyncCommit: boolean): Pool => {
    const key = `${id} ${hasAsyncCommit}`;
    const known = opened.get(key)?.deref();
    if (known) return known;
    shared ??= openPool();
    const db = poolInSchema(shared, {
      schema: schemaOfSandbox(id),
      hasAsyncCommit,
      instrumentation,
    });
    opened.set(key, new WeakRef(db));
    forget.register(db, key);
    return db;
  };
  // Whoever waits has reserved a sandbox, and there are few reservations.
  const owners = new IdleEvictionMap(() => new Semaphore({ permits: 1 }));
  return {
    serializeByOwner: (owner, work) => owners.of(owner).run(work),
    create: (id) => asOwner((pool) => createSandboxSchema(pool, id)),
    drop: (id) => asOwner((pool) => dropSandboxSchema(pool, id)),
    list: () => asOwner(sandboxesWithSchema),
    open: (id) => open(id, false),
    openForJobs: (id) => open(id, true),
  };
}
