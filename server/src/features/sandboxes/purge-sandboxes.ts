import type { Context } from '../../database/context.js';
import { timeOfId } from '../../platform/ids.js';
import { deleteSandbox } from './delete-sandbox.js';
import { enqueueDrop } from './drop-sandbox.js';
import { expiredBefore } from './expiry.js';
import {
  deleteDroppedSandboxes,
  listExpiredSandboxes,
  listInterruptedSandboxes,
  listUndropped,
  setSandboxDeleted,
} from './sandbox-store.js';

/** Much longer than a creation takes. */
const abandonedMs = 3_600_000;

/** Deletes sandboxes some time after they have expired, and what an interrupted creation or deletion has left behind. */
export async function purgeSandboxes(context: Context): Promise<void> {
  const { db, clock, sandboxes } = context;
  for (const id of await listExpiredSandboxes(db, expiredBefore(clock()))) await deleteSandbox(context, id);
  for (const id of await listInterruptedSandboxes(db, clock()))
    await db.transaction((tx) => setSandboxDeleted(tx, id, 'building'));
  await deleteDroppedSandboxes(db, clock());
  // In this order: a sandbox that is created in between is listed.
  const existing = await sandboxes.list();
  const known = await listUndropped(db);
  // Also those whose job has failed too often.
  for (const { id, state } of known)
    if (state === 'deleted') await db.transaction((tx) => enqueueDrop(tx, id));
  const listed = new Set(known.map(({ id }) => id));
  const isAbandoned = (id: string): boolean =>
    !listed.has(id) && timeOfId(id).getTime() < clock().getTime() - abandonedMs;
  for (const id of existing.filter(isAbandoned)) await sandboxes.drop(id);
}
