import type { Connection } from '../source.js';

/** Where a printer of the server is reached by HTTP, and what it is called in IPP. */
export interface PrinterAddress {
  readonly http: URL;
  readonly ipp: string;
  /** Without the scheme, so that a device stays the same one when its address becomes a secure one. */
  readonly place: string;
}

/** Whatever the path says, it leads to no other server than the one that the connection names. */
export function printerAddress(
  { url, port }: Pick<Connection, 'url' | 'port'>,
  path: string,
): PrinterAddress {
  const isSecure = url.protocol === 'ipps:' || url.protocol === 'https:';
  const http = new URL(`${isSecure ? 'https' : 'http'}://${url.hostname}:${port}`);
  http.pathname = path;
  const place = `${http.hostname}:${port}${http.pathname}`;
  return { http, ipp: `${isSecure ? 'ipps' : 'ipp'}://${place}`, place };
}
