import { listAllSandboxes } from '../../features/sandboxes/sandbox-store.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { hasSchema } from '../../database/sandbox-schema-store.js';

/**
 * Does work in one sandbox after the other: in all that have tables, also if they have expired, or are not listed yet or any more.
 * One that is dropped meanwhile is left out.
 */
export async function inEverySandbox(
  { db, sandboxes }: Pick<Context, 'db' | 'sandboxes'>,
  work: (sandbox: Database, id: string) => Promise<void>,
): Promise<void> {
  const listed = (await listAllSandboxes(db)).map(({ id }) => id);
  // Without the login of the owner, only those that are listed are known.
  for (const id of new Set([...listed, ...(await sandboxes.list())])) {
    try {
      await work(sandboxes.open(id), id);
    } catch (error) {
      if (await hasSchema(db, id)) throw error;
    }
  }
}
