import { isIPv6 } from 'node:net';
import type { Connection } from '../source.js';
import { SourceError } from '../source-error.js';

/** An agent to ask. */
export interface Host {
  /** A name or an address; one of IPv6 in brackets. */
  readonly name: string;
  readonly port: number;
  /** Both, as what devices without a serial number are known by. */
  readonly label: string;
}

export const snmpPort = 161;

/** More in one feed are a mistake or an attack. */
const maxHosts = 1000;

/** The hosts that the external id lists; without one, the host of the server's address. */
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
