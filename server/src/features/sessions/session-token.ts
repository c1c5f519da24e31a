import { accountOfToken, generateToken } from '../../platform/secrets/tenant-token.js';

/** Other than a key's and a link's, so that nobody takes the one for the other. */
const prefix = 'rs_';

export const generateSessionToken = (accountId: string): string => generateToken(prefix, accountId);

/** The account that the token names (not yet shown to be right), or undefined when it is no such token at all. */
export const accountOfSession = (token: string): string | undefined => accountOfToken(prefix, token);
