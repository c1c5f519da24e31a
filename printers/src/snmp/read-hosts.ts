import { mapConcurrent } from '../map-concurrent.js';
import type { Connection } from '../source.js';
import { quickTiming, slowTiming, type Timing } from './agent-session.js';
import type { Credentials } from './credentials.js';
import type { PinnedHost } from './pinned-hosts.js';
import { type DeviceResult, isUnanswered, readHost } from './read-host.js';

const maxHostConcurrency = 16;
/** Concurrency for the hosts that did not answer quickly: waiting for them costs a socket each, and nothing else. */
const maxSlowHostConcurrency = 64;
/**
 * For all of these together, so that hosts that are switched off do not use up the time of the feed: enough for 500 of them, more
 * than fit into an external id.
 */
const slowHostsMs = 120_000;

/** First all hosts with short timeouts, then those that did not answer, with longer ones. */
export async function* readHosts(
  hosts: readonly PinnedHost[],
  credentials: Credentials,
  connection: Pick<Connection, 'signal' | 'isInteractive'>,
): AsyncGenerator<DeviceResult[], void, undefined> {
  const read = (host: PinnedHost, timing: Timing, ...signals: AbortSignal[]): Promise<DeviceResult[]> =>
    readHost(host, { credentials, timing }, AbortSignal.any([connection.signal, ...signals]));
  const slow: PinnedHost[] = [];
  for await (const { host, results } of mapConcurrent(hosts, maxHostConcurrency, async (host, end) => ({
    host,
    results: await read(host, quickTiming, end),
  }))) {
    if (isUnanswered(results) && !connection.isInteractive) slow.push(host);
    else yield results;
  }
  const budget = new AbortController();
  const timer = setTimeout(() => {
    budget.abort(new DOMException('Too many hosts did not answer', 'TimeoutError'));
  }, slowHostsMs);
  try {
    yield* mapConcurrent(slow, maxSlowHostConcurrency, (host, end) =>
      read(host, slowTiming, end, budget.signal),
    );
  } finally {
    clearTimeout(timer);
  }
}
