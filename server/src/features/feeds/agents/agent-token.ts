import { accountOfToken, generateToken, idsOfToken } from '../../../platform/secrets/tenant-token.js';

const prefix = 'ra_';
const testPrefix = 'ra_test_';

/** For one use. In a sandbox, it names the sandbox, too. */
export const generateAgentToken = (accountId: string, sandboxId: string | undefined): string =>
  sandboxId === undefined
    ? generateToken(prefix, accountId)
    : generateToken(testPrefix, sandboxId, accountId);

/** Where the token claims to come from (not verified yet), or undefined if it is malformed. */
export function parseAgentToken(
  token: string,
): { readonly accountId: string; readonly sandboxId?: string } | undefined {
  const accountId = accountOfToken(prefix, token);
  if (accountId !== undefined) return { accountId };
  const [sandboxId, accountInSandbox] = idsOfToken(testPrefix, token, 2) ?? [];
  return sandboxId === undefined || accountInSandbox === undefined
    ? undefined
    : { sandboxId, accountId: accountInSandbox };
}
