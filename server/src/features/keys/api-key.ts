import { accountOfToken, generateToken } from '../../platform/secrets/tenant-token.js';

const prefix = 'rg_';

export const generateKey = (accountId: string): string => generateToken(prefix, accountId);

/** The account that the key names (not yet shown to be right), or undefined when it is no key at all. */
export const accountNamedBy = (key: string): string | undefined => accountOfToken(prefix, key);
