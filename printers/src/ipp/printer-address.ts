import type { Connection } from '../source.js';

export interface PrinterAddress {
  readonly http: URL;
  readonly ipp: string;
  /** Without the scheme, so that a device keeps its name when the feed changes to TLS. */
  readonly place: string;
}

/** Whatever the path contains, host and port are those of the connection. */
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
