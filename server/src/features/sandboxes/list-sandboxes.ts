import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { maxOfOwner } from './limits.js';
import { readClock, type SandboxClock } from './sandbox-clock-store.js';
import { pageOfSandboxes, type Sandbox } from './sandbox-store.js';

export interface ListedSandbox {
  readonly sandbox: Sandbox;
  readonly clock: SandboxClock;
}

/** Newest first, with their clocks. `context` is live. */
export async function listSandboxesWithClocks(
  { db, sandboxes }: Context,
  owner: AccountId,
): Promise<ListedSandbox[]> {
  const listed: ListedSandbox[] = [];
  // One after the other: sandboxes share few connections.
  for (const sandbox of await pageOfSandboxes(db, owner, { after: undefined, limit: maxOfOwner }))
    listed.push({ sandbox, clock: await readClock(sandboxes.open(sandbox.id)) });
  return listed;
}
