import type { Context } from '../../database/context.js';
import type { Transaction } from '../../database/database.js';
import { enqueue, queueOfSandbox } from '../../database/job-store.js';
import { deleteDroppedSandboxes, setSandboxDropped } from './sandbox-store.js';

/** The job that drops the schema: it needs the rights of the owner of the tables, and may take a while. */
export const dropSandboxJob = { name: 'drop-sandbox', attempts: 16 } as const;

/** Of a sandbox that is deleted. */
export const enqueueDrop = (tx: Transaction, id: string): Promise<void> =>
  enqueue(tx, {
    task: dropSandboxJob,
    payload: { id },
    key: `drop-sandbox-${id}`,
    queue: queueOfSandbox(id),
  });

/** With all rows. Only then does it no longer count as one. */
export async function dropSandbox({ db, clock, sandboxes }: Context, id: string): Promise<void> {
  await sandboxes.drop(id);
  await setSandboxDropped(db, id);
  await deleteDroppedSandboxes(db, clock());
}
