import type { Configuration } from 'openid-client';
import type { OidcSettings } from '../../../platform/config/sign-in-settings.js';
import { messageWithCauses } from '../../../platform/errors.js';

/** For each request to the provider. */
const timeoutSeconds = 5;
/** Providers rarely change what they publish about themselves; keys are looked up again whenever one is unknown. */
const keptMs = 3_600_000;

interface Known {
  readonly configuration: Promise<Configuration>;
  readonly since: number;
}

const known = new WeakMap<OidcSettings, Known>();

/**
 * What the provider publishes about itself. It is asked when somebody signs in, not when the server starts: a provider that is
 * down then must not stop it. A failure is not kept.
 */
export async function providerOf(settings: OidcSettings, now: Date): Promise<Configuration> {
  const kept = known.get(settings);
  if (kept && now.getTime() - kept.since < keptMs) return kept.configuration;
  const configuration = discover(settings);
  known.set(settings, { configuration, since: now.getTime() });
  try {
    return await configuration;
  } catch (error) {
    if (known.get(settings)?.configuration === configuration) known.delete(settings);
    throw error;
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  // Loaded on first use: most installations have no provider.
  const oidc = await import('openid-client');
  const url = new URL(issuer);
  return oidc.discovery(url, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // Marked as deprecated so that it stands out. The configuration accepts such an issuer only on this machine.
    // oxlint-disable-next-line typescript/no-deprecated
    execute: url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  });
}

/** Describes the provider; throws if it does not answer, or with something else. */
export async function checkProvider(settings: OidcSettings): Promise<string> {
  try {
    const published = (await discover(settings)).serverMetadata();
    if (published.authorization_endpoint === undefined || published.token_endpoint === undefined)
      throw new Error('it publishes no authorization and token endpoint');
    return `${settings.issuer} answers`;
  } catch (error) {
    throw new Error(`${settings.issuer} cannot be used for single sign-on: ${messageWithCauses(error)}`, {
      cause: error,
    });
  }
}
