import { asTheyCome } from '../as-they-come.js';
import type { Source } from '../source.js';
import { SourceTrouble } from '../trouble.js';
import { accessOf } from './access.js';
import { hostsOf, snmpPort } from './hosts.js';
import { readHost } from './read-host.js';

const hostsAtOnce = 16;

/** Printers that tell their counters themselves, by the Printer-MIB. */
export const snmp: Source = {
  defaultPorts: { 'snmp:': snmpPort },
  needsExternalId: false,
  async *read(connection) {
    const access = accessOf(connection);
    const hosts = hostsOf(connection);
    const read = new Set<string>();
    const { network } = connection;
    for await (const findings of asTheyCome(hosts, hostsAtOnce, (host, end) =>
      readHost(host, access, { network, signal: AbortSignal.any([connection.signal, end]) }),
    )) {
      connection.signal.throwIfAborted();
      for (const finding of findings) {
        if ('trouble' in finding) connection.passOver(finding.device, finding.trouble);
        else if (read.has(finding.device))
          connection.passOver(
            finding.device,
            new SourceTrouble('other', 'this serial number was read already'),
          );
        else {
          read.add(finding.device);
          yield finding;
        }
      }
    }
  },
};
