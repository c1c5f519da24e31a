import { mapConcurrent } from '../map-concurrent.js';
import type { Connection, Source } from '../source.js';
import { type Access, accessOf } from './access.js';
import { hostsOf, snmpPort } from './hosts.js';
import { pinHosts, type PinnedHost } from './pinned-hosts.js';
import { patientTiming, quickTiming, type Timing } from './agent-session.js';
import { type Finding, isSilent, readHost } from './read-host.js';

const hostsAtOnce = 16;
/** Of those that have not answered at once. */
const slowHostsAtOnce = 32;
/** For all of these together, so that a fleet that is switched off does not use up the time of those that are not. */
const slowHostsMs = 90_000;

function hostsTrouble(externalId: string): string | undefined {
  try {
    hostsOf({ url: new URL('snmp://server'), externalId });
    return undefined;
  } catch (error) {
    return `must list hosts: ${(error as Error).message}`;
  }
}

/** Printers that tell their counters themselves, by the Printer-MIB. */
export const snmp: Source = {
  defaultPorts: { 'snmp:': snmpPort },
  needsExternalId: false,
  externalIdTrouble: hostsTrouble,
  hostsOf: (url, externalId) =>
    externalId === null && hostsTrouble(url.host) !== undefined
      ? []
      : hostsOf({ url, externalId }).map(({ label }) => label),
  async *read(connection) {
    const access = accessOf(connection);
    const listed = hostsOf(connection);
    const { hosts, lost, repeated } = await pinHosts(listed, connection);
    const isRepeated = new Set(repeated.map(({ host }) => host.label));
    connection.asking(listed.map(({ label }) => label).filter((label) => !isRepeated.has(label)));
    for await (const findings of readAll(hosts, access, connection)) {
      connection.signal.throwIfAborted();
      for (const finding of findings) {
        if ('trouble' in finding) connection.passOver(finding.device, finding.trouble);
        else yield finding;
      }
    }
    for (const { host, trouble } of [...lost, ...repeated]) connection.passOver(host.label, trouble);
  },
};

/** First all that answer at once, then, with patience, those that have not. */
async function* readAll(
  hosts: readonly PinnedHost[],
  access: Access,
  connection: Connection,
): AsyncGenerator<Finding[], void, undefined> {
  const read = (host: PinnedHost, timing: Timing, ...signals: AbortSignal[]): Promise<Finding[]> =>
    readHost(host, { access, timing }, AbortSignal.any([connection.signal, ...signals]));
  const slow: PinnedHost[] = [];
  for await (const { host, findings } of mapConcurrent(hosts, hostsAtOnce, async (host, end) => ({
    host,
    findings: await read(host, quickTiming, end),
  }))) {
    if (isSilent(findings) && !connection.isHurried) slow.push(host);
    else yield findings;
  }
  const budget = new AbortController();
  const timer = setTimeout(() => {
    budget.abort(new DOMException('Too many hosts did not answer', 'TimeoutError'));
  }, slowHostsMs);
  try {
    yield* mapConcurrent(slow, slowHostsAtOnce, (host, end) => read(host, patientTiming, end, budget.signal));
  } finally {
    clearTimeout(timer);
  }
}
