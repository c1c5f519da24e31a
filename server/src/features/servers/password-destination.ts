import { sources } from '../../sources/index.js';
import { portOf } from '../../sources/port-of.js';

/** Of servers whose type we do not call by ourselves. */
const usualPorts = { 'http:': 80, 'https:': 443, 'ipp:': 631, 'ipps:': 631, 'snmp:': 161 };

/**
 * Where a server's password is sent, and how it is protected on the way. Two addresses of the same destination may be
 * spelled in different ways, and have other paths.
 */
export function passwordDestination(type: string, address: string): string {
  const url = new URL(address);
  const port = portOf(address, sources.get(type) ?? { defaultPorts: usualPorts });
  return JSON.stringify([url.protocol, hostOf(url), port ?? null, settingsOf(url)]);
}

/** Written as in addresses of the web, which are the only ones that a URL brings into one form. */
function hostOf({ host }: URL): string {
  const asWeb = `http://${host}`;
  const name = URL.canParse(asWeb) ? new URL(asWeb).hostname : host;
  // A single label with a dot at its end is not completed to a longer name: it may be another host.
  return name.replace(/^(.*\..*)\.$/, '$1');
}

/** Settings of SNMP decide whether the password itself is sent, or only shown to be known. */
function settingsOf({ protocol, searchParams }: URL): string[] {
  if (protocol !== 'snmp:') return [];
  return [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
}
