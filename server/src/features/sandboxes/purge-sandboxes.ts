import type { Context } from '../../database/context.js';
import { timeOfId } from '../../platform/ids.js';
import { deleteSandbox } from './delete-sandbox.js';
import { expiredBefore } from './expiry.js';
import { listAllSandboxes, listExpiredSandboxes } from './sandbox-store.js';

/** Creating one takes seconds. */
const creationMs = 3_600_000;

/** Deletes sandboxes some time after they have expired, and schemas that an interrupted creation has left behind. */
export async function purgeSandboxes(context: Context): Promise<void> {
  const { db, clock, sandboxes } = context;
  for (const id of await listExpiredSandboxes(db, expiredBefore(clock()))) await deleteSandbox(context, id);
  // In this order: a sandbox that is created in between is listed.
  const existing = await sandboxes.list();
  const listed = new Set((await listAllSandboxes(db)).map(({ id }) => id));
  const isAbandoned = (id: string): boolean =>
    !listed.has(id) && timeOfId(id).getTime() < clock().getTime() - creationMs;
  for (const id of existing.filter(isAbandoned)) await sandboxes.drop(id);
}
