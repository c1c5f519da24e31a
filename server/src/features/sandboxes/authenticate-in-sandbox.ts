import type { Context } from '../../database/context.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { parseTestKey } from '../keys/api-key.js';
import { findKeyHolder, type KeyHolder } from '../keys/key-store.js';
import { openFound, type OpenSandbox } from './open-sandbox.js';
import { findSandbox } from './sandbox-store.js';

export interface SandboxCaller extends OpenSandbox {
  readonly holder: KeyHolder;
}

/** The account of the key in its sandbox; undefined if it is not a key of a sandbox, unknown or revoked. Throws if the sandbox has expired. */
export async function authenticateInSandbox(live: Context, key: string): Promise<SandboxCaller | undefined> {
  const named = parseTestKey(key);
  const sandbox = named && (await findSandbox(live.db, named.sandboxId));
  if (!sandbox) return undefined;
  const holder = await findKeyHolder(live.sandboxes.open(sandbox.id), named.accountId, hashToken(key));
  // Only who has a key learns that the sandbox has expired.
  return holder && { ...(await openFound(live, sandbox)), holder };
}
