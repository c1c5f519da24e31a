import type { Semaphore } from '../platform/limits/semaphore.js';
import type { Database } from './database.js';

/** A database with limited concurrency: each connection needs a permit from every semaphore. */
export function boundedDatabase(db: Database, semaphores: readonly Semaphore[]): Database {
  const bounded = boundedBy(semaphores);
  const rows: Database['rows'] = (statement, values) => bounded(() => db.rows(statement, values));
  return {
    rows,
    first: async (statement, values) => (await rows(statement, values))[0],
    transaction: (work) => bounded(() => db.transaction(work)),
    repeatableRead: (work) => bounded(() => db.repeatableRead(work)),
    unbounded: db,
    ...(db.layout && { layout: db.layout }),
    ...(db.schema !== undefined && { schema: db.schema }),
  };
}

/** Runs work, possibly after waiting for others. */
export type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs work with a permit from every semaphore. */
export const boundedBy = (semaphores: readonly Semaphore[]): Run =>
  semaphores.reduceRight<Run>(
    (inner, semaphore) => (work) => semaphore.run(() => inner(work)),
    (work) => work(),
  );
