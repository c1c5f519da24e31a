import { isAbsolute } from 'node:path';
import type { PostmasterRecord } from './postmaster-file.js';
import { loopbackHost, readLoopbackAccess } from './loopback.js';

/** Where a server listens: a socket directory, or a loopback address with a password. */
export interface Endpoint {
  host: string;
  port: number;
  password?: string;
}

export function isSocket(endpoint: Endpoint): boolean {
  return isAbsolute(endpoint.host);
}

export function isSameEndpoint(one: Endpoint, other: Endpoint): boolean {
  return one.host === other.host && one.port === other.port;
}

/** Where a running server listens, according to its record; undefined if that is not known yet. */
export async function endpointOf(record: PostmasterRecord, cluster: string): Promise<Endpoint | undefined> {
  if (record.socketDirectory !== undefined) return { host: record.socketDirectory, port: record.port };
  const access = await readLoopbackAccess(cluster);
  return access && { host: loopbackHost, port: record.port, password: access.password };
}

/** Settings that make a server listen there and nowhere else. */
export function listeningSettings(endpoint: Endpoint, cluster: string): Record<string, string> {
  if (!isSocket(endpoint)) {
    return { listen_addresses: endpoint.host, port: String(endpoint.port), unix_socket_directories: '' };
  }
  return {
    listen_addresses: '',
    port: String(endpoint.port),
    // The server's working directory is the cluster: a relative path needs no quoting and still works if the folder is moved.
    unix_socket_directories: endpoint.host === cluster ? '.' : quotedListItem(endpoint.host),
    unix_socket_permissions: '0700',
  };
}

function quotedListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
