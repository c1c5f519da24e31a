import { sources } from '../../sources/index.js';
import { portOf } from '@regrove/printers/port-of';

/** For server types that are not read by us. */
const usualPorts = { 'http:': 80, 'https:': 443, 'ipp:': 631, 'ipps:': 631, 'snmp:': 161 };

/**
 * Where the password of a server is sent, and how it is protected on the way. URLs with the same destination can be spelled
 * differently and have different paths.
 */
export function passwordDestination(type: string, address: string): string {
  const url = new URL(address);
  const port = portOf(address, sources.get(type) ?? { defaultPorts: usualPorts });
  return JSON.stringify([url.protocol, hostOf(url), port ?? null, settingsOf(url)]);
}

/** As the host of an http URL, because `URL` only normalizes hosts for schemes such as http. */
function hostOf({ host }: URL): string {
  const asWeb = `http://${host}`;
  const name = URL.canParse(asWeb) ? new URL(asWeb).hostname : host;
  // The final dot of a single label stays: without it, a search domain may be added, which gives another host.
  return name.replace(/^(.*\..*)\.$/, '$1');
}

/** The SNMP version decides whether the password itself is sent. */
function settingsOf({ protocol, searchParams }: URL): string[] {
  if (protocol !== 'snmp:') return [];
  return [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
}
