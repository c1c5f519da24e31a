import { asTheyCome } from '../as-they-come.js';
import type { Source } from '../source.js';
import { accessOf } from './access.js';
import { hostsOf, snmpPort } from './hosts.js';
import { pinHosts } from './pinned-hosts.js';
import { readHost } from './read-host.js';

const hostsAtOnce = 16;

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
    for await (const findings of asTheyCome(hosts, hostsAtOnce, (host, end) =>
      readHost(host, access, AbortSignal.any([connection.signal, end])),
    )) {
      connection.signal.throwIfAborted();
      for (const finding of findings) {
        if ('trouble' in finding) connection.passOver(finding.device, finding.trouble);
        else yield finding;
      }
    }
    for (const { host, trouble } of [...lost, ...repeated]) connection.passOver(host.label, trouble);
  },
};
