import type { NetworkPolicy } from '../platform/network-policy.js';
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
  const found = await addressesOf(hostname.replace(/^\[|\]$/g, ''), signal);
  const pinned = found.find((address) => network.allows(address));
  if (pinned !== undefined) return pinned;
  throw new SourceTrouble('other', `${found.join(', ') || 'nothing'} is not a public address`);
}
