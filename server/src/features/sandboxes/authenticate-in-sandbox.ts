import type { Context } from '../../database/context.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { placeOfTestKey } from '../keys/api-key.js';
import { findKeyHolder, type KeyHolder } from '../keys/key-store.js';
import { openSandbox, type OpenSandbox } from './open-sandbox.js';

export interface SandboxCaller extends OpenSandbox {
  readonly holder: KeyHolder;
}

/** The account of the key in its sandbox; undefined if it is not a key of a sandbox, unknown or revoked. */
export async function authenticateInSandbox(live: Context, key: string): Promise<SandboxCaller | undefined> {
  const named = placeOfTestKey(key);
  const opened = named && (await openSandbox(live, named.sandboxId));
  if (!opened) return undefined;
  const holder = await findKeyHolder(opened.context.db, named.accountId, hashToken(key));
  return holder && { ...opened, holder };
}
