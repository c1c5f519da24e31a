import { accountOfToken, generateToken } from '../../platform/secrets/tenant-token.js';

const prefix = 'rg_';

export const generateKey = (accountId: string): string => generateToken(prefix, accountId);

/** The account that the key claims to belong to (not verified yet), or undefined if this is not a key. */
export const accountOfKey = (key: string): string | undefined => accountOfToken(prefix, key);
