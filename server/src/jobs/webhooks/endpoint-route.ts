import type { Route } from '../../features/webhooks/send-attempt.js';
import type { NetworkPolicy } from '../../platform/net/network-policy.js';
import { pinnedAddress } from '../../sources/pinned-address.js';
import { pinnedAgents } from '../../sources/pinned-request.js';

/** A name is resolved once for all attempts within this time. */
const resolvedMs = 5_000;
const maxResolved = 10_000;

interface Resolved {
  readonly address: Promise<string>;
  readonly at: number;
}

/** Reaches endpoints by connections that are kept open for a few seconds. */
export function openRoute(network: NetworkPolicy): Route & { close(): void } {
  const agents = pinnedAgents({ keepAlive: true, maxFreeSockets: 10, timeout: 10_000 });
  const known = new Map<string, Resolved>();
  return {
    network,
    agents,
    resolve(hostname) {
      const now = performance.now();
      const found = known.get(hostname);
      if (found && now - found.at < resolvedMs) return found.address;
      if (known.size >= maxResolved) known.clear();
      const address = pinnedAddress(hostname, network);
      known.set(hostname, { address, at: now });
      return address;
    },
    close: () => {
      agents.close();
    },
  };
}
