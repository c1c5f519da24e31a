import { mapConcurrent } from '../map-concurrent.js';
import type { Connection } from '../source.js';
import { quickTiming, slowTiming } from './agent-session.js';
import type { Credentials } from './credentials.js';
import type { PinnedHost } from './pinned-hosts.js';
import { type ReadHostOptions, type DeviceResult, isUnanswered, readHost } from './read-host.js';

export interface HostConcurrency {
  /** How many hosts are asked at a time. */
  readonly quick: number;
  /** How many of those that did not answer quickly: waiting for them costs a socket each, and nothing else. */
  readonly slow: number;
  /** For all of these together; undefined: as long as they take. */
  readonly slowMs: number | undefined;
}

/**
 * Of a server with many feeds: hosts that are switched off do not use up the time of their feed. It is enough for 500 of them, more
 * than fit into an external id.
 */
export const feedHostConcurrency: HostConcurrency = { quick: 16, slow: 64, slowMs: 120_000 };

export interface HostResults {
  readonly host: PinnedHost;
  readonly results: DeviceResult[];
}

/** First all hosts with short timeouts, then those that did not answer, with longer ones. */
export async function* readHosts(
  hosts: readonly PinnedHost[],
  credentials: Credentials,
  connection: Pick<Connection, 'signal' | 'isInteractive'>,
  pace: HostConcurrency = feedHostConcurrency,
): AsyncGenerator<HostResults, void, undefined> {
  const { isInteractive } = connection;
  const quick: ReadHostOptions = {
    credentials,
    timing: quickTiming,
    description: isInteractive ? 'never' : 'together',
  };
  const patient: ReadHostOptions = { credentials, timing: slowTiming, description: 'after' };
  const read = async (
    host: PinnedHost,
    asking: ReadHostOptions,
    ...signals: AbortSignal[]
  ): Promise<HostResults> => ({
    host,
    results: await readHost(host, asking, AbortSignal.any([connection.signal, ...signals])),
  });
  const slow: PinnedHost[] = [];
  for await (const found of mapConcurrent(hosts, pace.quick, (host, end) => read(host, quick, end))) {
    if (isUnanswered(found.results) && !isInteractive) slow.push(found.host);
    else yield found;
  }
  const budget = new AbortController();
  const timer =
    pace.slowMs === undefined
      ? undefined
      : setTimeout(() => {
          budget.abort(new DOMException('Too many hosts did not answer', 'TimeoutError'));
        }, pace.slowMs);
  try {
    yield* mapConcurrent(slow, pace.slow, (host, end) => read(host, patient, end, budget.signal));
  } finally {
    clearTimeout(timer);
  }
}
