import { poolInSchema, type Pool } from './database.js';
import { Semaphore } from '../platform/limits/semaphore.js';
import type { Instrumentation } from './instrumentation.js';
import {
  createSandboxSchema,
  dropSandboxSchema,
  sandboxesWithSchema,
  schemaOfSandbox,
} from './sandbox-schema.js';

/**
 * The databases of sandboxes. Each is a schema with all tables of an installation, so no row of a sandbox is ever in a table with
 * live rows, and no statement has to leave them out.
 */
export interface SandboxDatabases {
  /** Runs one at a time in this process: making a schema keeps the database busy. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  create(id: string): Promise<void>;
  /** With all rows. Does nothing if there is none. */
  drop(id: string): Promise<void>;
  /** The ids of all that exist, listed or not. */
  list(): Promise<string[]>;
  /** The same object while it is in use, so that what is kept per database is found again. */
  open(id: string): Pool;
}

export interface SandboxConnections {
  /** Connects as the owner of the tables, who may create schemas. */
  readonly openAsOwner: () => Pool;
  /** The connections of all sandboxes: few, so that the rest is left to live accounts. */
  readonly openPool: () => Pool;
  readonly watch: Instrumentation | undefined;
}

export function sandboxDatabases({ openAsOwner, openPool, watch }: SandboxConnections): SandboxDatabases {
  const asOwner = async <T>(work: (pool: Pool) => Promise<T>): Promise<T> => {
    const pool = openAsOwner();
    try {
      return await work(pool);
    } finally {
      await pool.close();
    }
  };
  const opened = new Map<string, WeakRef<Pool>>();
  const forget = new FinalizationRegistry<string>((id) => {
    if (opened.get(id)?.deref() === undefined) opened.delete(id);
  });
  let shared: Pool | undefined;
  // Whoever waits has reserved a sandbox, and there are few reservations.
  const turns = new Semaphore({ permits: 1 });
  return {
    inTurn: (work) => turns.run(work),
    create: (id) => asOwner((pool) => createSandboxSchema(pool, id)),
    drop: (id) => asOwner((pool) => dropSandboxSchema(pool, id)),
    list: () => asOwner(sandboxesWithSchema),
    open(id) {
      const known = opened.get(id)?.deref();
      if (known) return known;
      shared ??= openPool();
      const db = poolInSchema(shared, schemaOfSandbox(id), watch);
      opened.set(id, new WeakRef(db));
      forget.register(db, id);
      return db;
    },
  };
}
