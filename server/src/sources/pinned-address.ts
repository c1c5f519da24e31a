import { lookup } from 'node:dns/promises';
import type { NetworkPolicy } from '../platform/network-policy.js';
import { SourceTrouble } from './trouble.js';

/**
 * Resolves the name once and returns the address to call: what is checked is what is called, so a name that answers
 * differently the next time cannot lead past the policy.
 */
export async function pinnedAddress(hostname: string, network: NetworkPolicy): Promise<string> {
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, ''));
  if (!network.allows(address)) throw new SourceTrouble('other', `${address} is not a public address`);
  return address;
}
