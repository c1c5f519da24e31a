import type { NetworkPolicy } from './network-policy.js';
import { resolveHost } from './resolve-host.js';
import { SourceError } from './source-error.js';

/**
 * Resolves the name once and returns the first allowed address. The caller connects to this address and not to the name, so
 * a name that resolves differently the next time cannot bypass the network policy.
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
