import { lookup } from 'node:dns/promises';
import type { NetworkPolicy } from '../platform/network-policy.js';
import { SourceTrouble } from './trouble.js';

/**
 * Resolves the name once and returns the address to call: what is checked is what is called, so a name that answers
 * differently the next time cannot lead past the policy. Of several addresses it is the first that may be called.
 */
export async function pinnedAddress(hostname: string, network: NetworkPolicy): Promise<string> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
  const pinned = found.find(({ address }) => network.allows(address));
  if (pinned) return pinned.address;
  const addresses = found.map(({ address }) => address).join(', ');
  throw new SourceTrouble('other', `${addresses || 'nothing'} is not a public address`);
}
