import { createNetworkPolicy } from '../../src/platform/network-policy.js';
import { portOf } from '../../src/sources/port-of.js';
import type { Connection, Reading, Source } from '../../src/sources/source.js';

export interface Read {
  readonly readings: Reading[];
  /** Devices that were passed over, and why. */
  readonly passedOver: { device: string; trouble: unknown }[];
}

/** Reads all that a source has to say, as the collector does. Loopback is allowed unless told otherwise. */
export async function readFrom(
  source: Source,
  { url, ...given }: { url: string } & Partial<Omit<Connection, 'url' | 'passOver'>>,
): Promise<Read> {
  const passedOver: Read['passedOver'] = [];
  const readings: Reading[] = [];
  const connection: Connection = {
    url: new URL(url),
    port: portOf(url, source) ?? 0,
    username: 'reader',
    password: null,
    externalId: null,
    isOwnServer: true,
    isManagedOnly: false,
    network: createNetworkPolicy(['127.0.0.0/8', '::1/128']),
    signal: AbortSignal.timeout(20_000),
    ...given,
    passOver: (device, trouble) => passedOver.push({ device, trouble }),
  };
  for await (const reading of source.read(connection)) readings.push(reading);
  return { readings, passedOver };
}
