import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { portOf } from '../../src/sources/port-of.js';
import type { Connection, Reading, Source } from '../../src/sources/source.js';

export interface Read {
  /** Without what only the collector looks at. */
  readonly readings: Omit<Reading, 'origin' | 'jobs'>[];
  readonly origins: Reading['origin'][];
  /** The addresses that the source said it asks. */
  readonly asked: string[];
  /** Devices that were passed over, and why. */
  readonly unreadable: { device: string; error: unknown }[];
}

/** Reads all that a source has to say, as the collector does. Loopback is allowed unless told otherwise. */
export async function readFrom(
  source: Source,
  {
    url,
    ...given
  }: { url: string } & Partial<Omit<Connection, 'url' | 'reportAddresses' | 'reportUnreadable'>>,
): Promise<Read> {
  const unreadable: Read['unreadable'] = [];
  const readings: Read['readings'] = [];
  const origins: Read['origins'] = [];
  const asked: string[] = [];
  const connection: Connection = {
    url: new URL(url),
    port: portOf(url, source) ?? 0,
    username: 'reader',
    password: null,
    externalId: null,
    isManagedOnly: false,
    isInteractive: true,
    network: createNetworkPolicy(['127.0.0.0/8', '::1/128']),
    signal: AbortSignal.timeout(240_000),
    ...given,
    reportAddresses: (addresses) => void asked.push(...addresses),
    reportUnreadable: (device, error) => unreadable.push({ device, error }),
  };
  for await (const { origin, jobs: _, ...reading } of source.read(connection)) {
    readings.push(reading);
    origins.push(origin);
  }
  return { readings, origins, asked, unreadable };
}
