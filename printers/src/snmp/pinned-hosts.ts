import { isIP } from 'node:net';
import { withTimeout } from '../with-timeout.js';
import { mapConcurrent } from '../map-concurrent.js';
import { pinnedAddress } from '../pinned-address.js';
import type { Connection } from '../source.js';
import { SourceError, withHost } from '../source-error.js';
import type { Host } from './hosts.js';

export interface PinnedHost extends Host {
  readonly address: string;
}

/** A host that is not queried, and why. */
interface SkippedHost {
  readonly host: Host;
  readonly error: unknown;
}

export interface PinnedHosts {
  readonly hosts: readonly PinnedHost[];
  /** Their names could not be resolved this time. */
  readonly unresolved: readonly SkippedHost[];
  /** They are among `hosts` under another name. */
  readonly duplicates: readonly SkippedHost[];
}

const maxLookupConcurrency = 16;
const timeoutMs = 5_000;

/**
 * Each host once: a printer without a serial number that is listed by name and by address would be counted twice. The entry
 * with the address is preferred, as it does not depend on DNS.
 */
export async function pinHosts(
  listed: readonly Host[],
  { network, signal }: Pick<Connection, 'network' | 'signal'>,
): Promise<PinnedHosts> {
  const pins = new Map<Host, string>();
  const unresolved: SkippedHost[] = [];
  const pin = (host: Host, end: AbortSignal): Promise<{ host: Host; address: string } | SkippedHost> =>
    withTimeout(timeoutMs, AbortSignal.any([signal, end]), (deadline) =>
      pinnedAddress(host.name, network, deadline),
    ).then(
      (address) => ({ host, address }),
      (error: unknown) => ({ host, error: withHost(host.name, error) }),
    );
  for await (const outcome of mapConcurrent(listed, maxLookupConcurrency, pin)) {
    signal.throwIfAborted();
    if ('address' in outcome) pins.set(outcome.host, outcome.address);
    else unresolved.push(outcome);
  }
  const pinned = listed.flatMap((host): PinnedHost[] => {
    const address = pins.get(host);
    return address === undefined ? [] : [{ ...host, address }];
  });
  const first = new Map<string, PinnedHost>();
  for (const host of [...pinned.filter(isAddress), ...pinned])
    first.set(placeOf(host), first.get(placeOf(host)) ?? host);
  const hosts = pinned.filter((host) => first.get(placeOf(host)) === host);
  const duplicates = pinned.flatMap((host): SkippedHost[] => {
    const { label } = first.get(placeOf(host)) ?? host;
    const error = new SourceError('settings', `it is the same host as ${label}`);
    return label === host.label ? [] : [{ host, error }];
  });
  return { hosts, unresolved, duplicates };
}

const placeOf = ({ address, port }: PinnedHost): string => `${address} ${port}`;
const isAddress = ({ name }: Host): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
