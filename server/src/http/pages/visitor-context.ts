import type { FastifyRequest } from 'fastify';
import { openSandbox } from '../../features/sandboxes/open-sandbox.js';
import { boundedDatabase } from '../../database/bounded-database.js';
import type { Context } from '../../database/context.js';
import { Refusal } from '../../platform/errors.js';
import { Semaphore } from '../../platform/limits/semaphore.js';
import { sandboxInPath } from '../edge/sandbox-path.js';

/** What a public page shows: live, or of the sandbox in its address. Undefined: there is no such sandbox. */
export type VisitorContext = (request: FastifyRequest) => Promise<Context | undefined>;

/** Visitors of all sandboxes together use one connection: nobody but its owner needs the pages of a sandbox. */
const maxWaiting = 50;

export function createVisitorContext(live: Context, maxWaitMs: number): VisitorContext {
  const visitors = new Semaphore({
    permits: 1,
    queue: {
      maxLength: maxWaiting,
      maxWaitMs,
      refusal: 'Too many visitors of sandboxes are waiting; try again shortly',
    },
  });
  return async (request) => {
    const id = sandboxInPath(request);
    if (id === undefined) return live;
    const opened = await openSandbox(live, id).catch((error: unknown) => {
      if (error instanceof Refusal && error.kind === 'forbidden') return undefined;
      throw error;
    });
    return opened && { ...opened.context, db: boundedDatabase(opened.context.db, [visitors]) };
  };
}
