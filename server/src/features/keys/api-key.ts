import { accountOfToken, generateToken, idsOfToken } from '../../platform/secrets/tenant-token.js';

const prefix = 'rg_';
const testPrefix = 'rg_test_';
/** Follows the prefix of a key with a scope. Versions that do not know scopes refuse such a key, instead of letting it do everything. */
const scopedMark = 'scoped_';

/** In a sandbox, the key names the sandbox, too. */
export function generateKey(
  accountId: string,
  { sandboxId, isScoped }: { sandboxId: string | undefined; isScoped: boolean },
): string {
  const mark = isScoped ? scopedMark : '';
  return sandboxId === undefined
    ? generateToken(prefix + mark, accountId)
    : generateToken(testPrefix + mark, sandboxId, accountId);
}

/** Whether this is a key with a scope, by its looks. */
export const isScopedKey = (key: string): boolean =>
  key.startsWith(prefix + scopedMark) || key.startsWith(testPrefix + scopedMark);

/** The account that the key claims to belong to (not verified yet), or undefined if this is not a key of a live account. */
export const accountOfKey = (key: string): string | undefined =>
  accountOfToken(prefix, key) ?? accountOfToken(prefix + scopedMark, key);

/** The same for a key of a sandbox, with the sandbox. */
export function parseTestKey(key: string): { sandboxId: string; accountId: string } | undefined {
  const [sandboxId, accountId] =
    idsOfToken(testPrefix, key, 2) ?? idsOfToken(testPrefix + scopedMark, key, 2) ?? [];
  return sandboxId !== undefined && accountId !== undefined ? { sandboxId, accountId } : undefined;
}
