import type { Instance } from '../database/instance.js';
import { checkProvider } from '../features/sessions/single-sign-on/provider.js';
import { relyingParty } from '../features/users/passkeys/relying-party.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, warning, type Finding } from './doctor-finding.js';

/** Whether people can sign in to the dashboard in the ways that are allowed. */
export async function checkSignIn({ context }: Instance, advice: Advice): Promise<Finding> {
  const { methods, oidc } = context.signIn;
  const hasPasskeys = relyingParty(context) !== undefined;
  const isWithoutPasskeys = methods.includes('passkey') && !hasPasskeys;
  const noHostName = `passkeys need a host name, and the public address ${context.baseUrl()} has an IP address`;
  if (isWithoutPasskeys && methods.length === 1)
    return failure(`nobody can sign in: ${noHostName}`, advice.needsHostName);
  const found = [
    `by ${methods.join(', ')}`,
    ...(oidc && methods.includes('oidc') ? [await checkProvider(oidc)] : []),
    ...(isWithoutPasskeys ? [noHostName] : []),
  ].join('; ');
  return isWithoutPasskeys ? warning(found, advice.needsHostName) : success(found);
}
