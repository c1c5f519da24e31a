import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { invalid } from '../../platform/errors.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import { holdClock } from './sandbox-clock-store.js';

/** Refuses changes while the clock of the sandbox moves. */
export function requireStoppedClock(advancingTo: Date | null): void {
  if (advancingTo)
    throw invalid(
      `The sandbox is advancing to ${formatTimestamp(advancingTo)}: nothing can be changed until it has arrived`,
      { code: 'sandbox-advancing' },
    );
}

/**
 * For a change. In a sandbox, its clock waits for every transaction of the change, and the change is refused once the clock has moved:
 * the body of a request may arrive long after its head.
 */
export function withHeldClock(context: Context): Context {
  const { db, clock, sandbox } = context;
  if (!sandbox) return context;
  requireStoppedClock(sandbox.advancingTo);
  return { ...context, db: holdingClock(db, clock()) };
}

function holdingClock(db: Database, since: Date): Database {
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      const { now, advancingTo } = await holdClock(tx);
      requireStoppedClock(advancingTo);
      if (now > since)
        throw invalid('The sandbox has advanced since this request began: send it again', {
          code: 'sandbox-advancing',
        });
      return work(tx);
    });
  // Some changes are single statements.
  const rows: Database['rows'] = (statement, values) => transaction((tx) => tx.rows(statement, values));
  return {
    rows,
    first: async (statement, values) => (await rows(statement, values))[0],
    transaction,
    repeatableRead: (work) => db.repeatableRead(work),
    ...(db.layout && { layout: db.layout }),
    ...(db.schema !== undefined && { schema: db.schema }),
  };
}
