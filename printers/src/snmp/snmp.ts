import type { Source } from '../source.js';
import { credentialsOf } from './credentials.js';
import { hostsOf, snmpPort } from './hosts.js';
import { pinHosts } from './pinned-hosts.js';
import { readHosts } from './read-hosts.js';

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
    for await (const { results } of readHosts(hosts, credentials, connection)) {
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
