import type { Server } from '../servers/server-store.js';
import type { NetworkPolicy } from '../platform/network-policy.js';
import { answersTcp, type Target } from './reachability.js';
import { answersSnmp } from './snmp-check.js';

/** A server as a check sees it: with its password in the clear, for as long as the check runs. */
export interface FeedSource {
  readonly server: Server;
  readonly password: string | null;
  readonly externalId: string | null;
}

/** What a kind of integration that we call needs, and how to see whether it is there. */
export interface PullType {
  readonly needsExternalId: boolean;
  /** Rejects when it does not answer. */
  check(source: FeedSource, network: NetworkPolicy, signal: AbortSignal): Promise<void>;
}

const tcp = (schemes: Readonly<Record<string, number>>): PullType['check'] => {
  return ({ server }, network, signal) => answersTcp(targetOf(server.url, schemes), network, signal);
};

/** Every other name is a push type: it needs no server, and the third party sends its readings to us. */
export const pullTypes: ReadonlyMap<string, PullType> = new Map([
  ['papercut', { needsExternalId: true, check: tcp({ 'http:': 9191, 'https:': 9192 }) }],
  ['print_tracker', { needsExternalId: true, check: tcp({ 'http:': 80, 'https:': 443 }) }],
  ['ipp', { needsExternalId: false, check: tcp({ 'ipp:': 631, 'ipps:': 631, 'http:': 631, 'https:': 443 }) }],
  ['snmp', { needsExternalId: false, check: snmp }],
]);

function snmp({ server, password }: FeedSource, network: NetworkPolicy, signal: AbortSignal): Promise<void> {
  return answersSnmp(targetOf(server.url, { 'snmp:': 161 }), password, network, signal);
}

function targetOf(url: string, defaultPorts: Readonly<Record<string, number>>): Target {
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = defaultPorts[protocol];
  if (defaultPort === undefined) throw new Error(`a server at ${protocol}// is not of this kind`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}
