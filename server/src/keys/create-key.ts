import type { AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { newId } from '../platform/ids.js';
import { generateKey, hashKey } from './api-key.js';
import { insertKey, type ApiKey } from './key-store.js';

/** The only time that the key itself is known. */
export async function createKey(
  { db, clock }: Context,
  account: AccountId,
  { name, revision }: { name: string | null; revision: string },
): Promise<ApiKey & { key: string }> {
  const key = generateKey(account);
  const kept = await insertKey(db, account, {
    id: newId(),
    hash: hashKey(key),
    name,
    revision,
    createdAt: clock(),
  });
  return { ...kept, key };
}
