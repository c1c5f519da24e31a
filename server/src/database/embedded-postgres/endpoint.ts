import { isAbsolute } from 'node:path';
import type { PostmasterRecord } from './postmaster-file.js';
import { loopbackHost, readLoopbackAccess } from './loopback.js';

/** Where a server is to be found: a directory with its socket, or a loopback address with a password. */
export interface Endpoint {
  host: string;
  port: number;
  password?: string;
}

export function isSocket(endpoint: Endpoint): boolean {
  return isAbsolute(endpoint.host);
}

export function samePlace(one: Endpoint, other: Endpoint): boolean {
  return one.host === other.host && one.port === other.port;
}

/** Where a living server says that it listens; undefined while it has not said. */
export async function endpointOf(record: PostmasterRecord, cluster: string): Promise<Endpoint | undefined> {
  if (record.socketDirectory !== undefined) return { host: record.socketDirectory, port: record.port };
  const access = await readLoopbackAccess(cluster);
  return access && { host: loopbackHost, port: record.port, password: access.password };
}

/** The settings that make a server listen there, and nowhere else. */
export function listeningSettings(endpoint: Endpoint, cluster: string): Record<string, string> {
  if (!isSocket(endpoint)) {
    return { listen_addresses: endpoint.host, port: String(endpoint.port), unix_socket_directories: '' };
  }
  return {
    listen_addresses: '',
    port: String(endpoint.port),
    // The server stands in its cluster: a relative name needs no quoting and survives a move of the folder.
    unix_socket_directories: endpoint.host === cluster ? '.' : quotedListItem(endpoint.host),
    unix_socket_permissions: '0700',
  };
}

function quotedListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
