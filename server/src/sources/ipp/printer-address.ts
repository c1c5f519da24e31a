import type { Connection } from '../source.js';

/** The port where an address names none. */
export const defaultPorts = { 'ipp:': 631, 'ipps:': 631, 'http:': 631, 'https:': 443 } as const;

const isKnown = (protocol: string): protocol is keyof typeof defaultPorts => protocol in defaultPorts;

/** Where a printer of the server is reached by HTTP, and what it is called in IPP. */
export interface PrinterAddress {
  readonly http: URL;
  readonly ipp: string;
  /** Without the scheme, so that a device stays the same one when its address becomes a secure one. */
  readonly place: string;
}

/** Whatever the path says, it leads to no other server than the one that the connection names. */
export function printerAddress({ url }: Pick<Connection, 'url'>, path: string): PrinterAddress {
  const isSecure = url.protocol === 'ipps:' || url.protocol === 'https:';
  const port = url.port || (isKnown(url.protocol) ? String(defaultPorts[url.protocol]) : '');
  const http = new URL(`${isSecure ? 'https' : 'http'}://${url.hostname}:${port}`);
  http.pathname = path;
  const place = `${http.hostname}:${port}${http.pathname}`;
  return { http, ipp: `${isSecure ? 'ipps' : 'ipp'}://${place}`, place };
}
