import type { NetworkPolicy } from '../platform/net/network-policy.js';
import { resolveHost } from './resolve-host.js';
import { SourceError } from './source-error.js';

/**
 * Resolves the name once and returns the address to call: what is checked is what is called, so a name that answers
 * differently the next time cannot lead past the policy. Of several addresses it is the first that may be called.
 */
export async function pinnedAddress(
  hostname: string,
  network: NetworkPolicy,
  signal?: AbortSignal,
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await resolveHost(host, signal);
  const pinned = found.find((address) => network.allows(address));
  if (pinned !== undefined) return pinned;
  if (found.length === 0) throw new SourceError('unknownHost', 'the name has no address', { host });
  throw new SourceError('privateAddress', `${found.join(', ')} is not a public address`, { host });
}
