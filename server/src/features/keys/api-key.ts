import { accountOfToken, generateToken, namedInToken } from '../../platform/secrets/tenant-token.js';

const prefix = 'rg_';
const testPrefix = 'rg_test_';

/** In a sandbox, the key names the sandbox, too. */
export const generateKey = (accountId: string, sandboxId?: string): string =>
  sandboxId === undefined
    ? generateToken(prefix, accountId)
    : generateToken(testPrefix, sandboxId, accountId);

/** The account that the key claims to belong to (not verified yet), or undefined if this is not a key of a live account. */
export const accountOfKey = (key: string): string | undefined => accountOfToken(prefix, key);

/** The same for a key of a sandbox, with the sandbox. */
export function placeOfTestKey(key: string): { sandboxId: string; accountId: string } | undefined {
  const [sandboxId, accountId] = namedInToken(testPrefix, key, 2) ?? [];
  return sandboxId !== undefined && accountId !== undefined ? { sandboxId, accountId } : undefined;
}
