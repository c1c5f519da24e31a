import { resolveEndpoint, type ResolvedHost } from '../../features/webhooks/resolve-endpoint.js';
import type { AttemptConnection } from '../../features/webhooks/send-attempt.js';
import type { NetworkPolicy } from '../../platform/net/network-policy.js';
import { pinnedAgents } from '@regrove/printers/pinned-request';

/** A name is resolved once for all attempts within this time. */
const resolvedMs = 5_000;
const maxResolved = 10_000;

interface Resolved {
  readonly host: Promise<ResolvedHost>;
  readonly at: number;
}

/** Reaches endpoints by connections that are kept open for a few seconds. */
export function openEndpointTransport(network: NetworkPolicy): AttemptConnection & { close(): void } {
  const agents = pinnedAgents({ keepAlive: true, maxFreeSockets: 10, timeout: 10_000 });
  const known = new Map<string, Resolved>();
  return {
    agents,
    resolve(hostname) {
      const now = performance.now();
      const found = known.get(hostname);
      if (found && now - found.at < resolvedMs) return found.host;
      if (known.size >= maxResolved) known.clear();
      const host = resolveEndpoint(hostname, network);
      known.set(hostname, { host, at: now });
      return host;
    },
    close: () => {
      agents.close();
    },
  };
}
