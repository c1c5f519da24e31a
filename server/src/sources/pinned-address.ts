import type { NetworkPolicy } from '../platform/net/network-policy.js';
import { addressesOf } from './addresses-of.js';
import { SourceTrouble } from './trouble.js';

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
  const found = await addressesOf(host, signal);
  const pinned = found.find((address) => network.allows(address));
  if (pinned !== undefined) return pinned;
  if (found.length === 0) throw new SourceTrouble('unknownHost', 'the name has no address', { host });
  throw new SourceTrouble('privateAddress', `${found.join(', ')} is not a public address`, { host });
}
