import { mapConcurrent } from '../map-concurrent.js';
import type { Connection, Source } from '../source.js';
import { type Credentials, credentialsOf } from './credentials.js';
import { hostsOf, snmpPort } from './hosts.js';
import { pinHosts, type PinnedHost } from './pinned-hosts.js';
import { slowTiming, quickTiming, type Timing } from './agent-session.js';
import { type DeviceResult, isUnanswered, readHost } from './read-host.js';

const maxHostConcurrency = 16;
/** Concurrency for the hosts that did not answer quickly. */
const maxSlowHostConcurrency = 32;
/** For all of these together, so that hosts that are switched off do not use up the time of the others. */
const slowHostsMs = 90_000;

function hostsError(externalId: string): string | undefined {
  try {
    hostsOf({ url: new URL('snmp://server'), externalId });
    return undefined;
  } catch (error) {
    return `must list hosts: ${(error as Error).message}`;
  }
}

/** Printers with SNMP and the Printer-MIB (RFC 3805). */
export const snmp: Source = {
  defaultPorts: { 'snmp:': snmpPort },
  needsExternalId: false,
  externalIdError: hostsError,
  hostsOf: (url, externalId) =>
    externalId === null && hostsError(url.host) !== undefined
      ? []
      : hostsOf({ url, externalId }).map(({ label }) => label),
  async *read(connection) {
    const credentials = credentialsOf(connection);
    const listed = hostsOf(connection);
    const { hosts, unresolved, duplicates } = await pinHosts(listed, connection);
    const isDuplicate = new Set(duplicates.map(({ host }) => host.label));
    connection.reportAddresses(listed.map(({ label }) => label).filter((label) => !isDuplicate.has(label)));
    for await (const results of readAll(hosts, credentials, connection)) {
      connection.signal.throwIfAborted();
      for (const result of results) {
        if ('error' in result) connection.reportUnreadable(result.device, result.error);
        else yield result;
      }
    }
    for (const { host, error } of [...unresolved, ...duplicates])
      connection.reportUnreadable(host.label, error);
  },
};

/** First all hosts with short timeouts, then those that did not answer, with longer ones. */
async function* readAll(
  hosts: readonly PinnedHost[],
  credentials: Credentials,
  connection: Connection,
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
