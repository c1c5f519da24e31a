import type { NetworkPolicy } from '../../platform/net/network-policy.js';
import { pinnedAddress } from '@regrove/printers/pinned-address';

/** An address that may be called, and how. */
export interface ResolvedHost {
  readonly address: string;
  readonly isPublic: boolean;
  /** Allowed by the operator explicitly: TLS is not required. */
  readonly isListed: boolean;
}

/** Throws if there is no address that the network policy allows. */
export async function resolveEndpoint(hostname: string, network: NetworkPolicy): Promise<ResolvedHost> {
  const address = await pinnedAddress(hostname, network);
  return { address, isPublic: network.isPublic(address), isListed: network.isAllowlisted(address) };
}
