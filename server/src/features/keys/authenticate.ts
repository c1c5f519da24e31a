import type { Database } from '../../database/database.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { accountOfKey } from './api-key.js';
import { findKeyHolder, type KeyHolder } from './key-store.js';

/** The account of the key; undefined if it is not a key of a live account, unknown or revoked. */
export async function authenticate(db: Database, key: string): Promise<KeyHolder | undefined> {
  const accountId = accountOfKey(key);
  return accountId === undefined ? undefined : findKeyHolder(db, accountId, hashToken(key));
}
