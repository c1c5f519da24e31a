import { isIPv6 } from 'node:net';
import type { Connection } from '../source.js';
import { SourceError } from '../source-error.js';

/** An SNMP agent to query. */
export interface Host {
  /** A host name or an address; IPv6 in brackets. */
  readonly name: string;
  readonly port: number;
  /** `name:port`: the name of devices without a serial number. */
  readonly label: string;
}

export const snmpPort = 161;

/** Per feed. */
const maxHosts = 1000;

/** The hosts in the external id; if it is empty, the host of the server's URL. */
export function hostsOf({ url, externalId }: Pick<Connection, 'url' | 'externalId'>): Host[] {
  const listed = (externalId ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const entries = listed.length > 0 ? listed : [url.host];
  if (entries.length > maxHosts)
    throw new SourceError('settings', `the external id lists more than ${maxHosts} hosts`);
  const usualPort = url.port === '' ? snmpPort : Number(url.port);
  const hosts = entries.map((entry) => hostFrom(entry, usualPort));
  return [...new Map(hosts.map((host) => [host.label, host])).values()];
}

const form = /^(\[[\da-f:.]+\]|[a-z\d][a-z\d._-]*)(?::(\d{1,5}))?$/;

function hostFrom(entry: string, usualPort: number): Host {
  const [, name = '', ownPort] = form.exec(entry.toLowerCase()) ?? [];
  const port = ownPort === undefined ? usualPort : Number(ownPort);
  const isName = name.startsWith('[') ? isIPv6(name.slice(1, -1)) : name !== '';
  if (!isName || port < 1 || port > 65_535)
    throw new SourceError(
      'settings',
      `${entry} is not a host such as 10.0.0.5, printer:1161 or [2001:db8::5]:161`,
    );
  return { name, port, label: `${name}:${port}` };
}
