import { accountOfToken, generateToken } from '../../platform/secrets/tenant-token.js';

/** Differs from the prefixes of keys and links, so that they cannot be confused. */
const prefix = 'rs_';

export const generateSessionToken = (accountId: string): string => generateToken(prefix, accountId);

/** The account that the token claims to belong to (not verified yet), or undefined if it is not a session token. */
export const accountOfSession = (token: string): string | undefined => accountOfToken(prefix, token);
