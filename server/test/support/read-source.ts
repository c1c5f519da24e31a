import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { portOf } from '../../../printers/src/port-of.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import type { Connection, Reading, Source } from '../../../printers/src/source.js';
import type { TroubleReason } from '../../../printers/src/trouble-reasons.js';

export interface SourceResult {
  /** Without the fields that only the collector uses. */
  readonly readings: Omit<Reading, 'origin' | 'jobs'>[];
  readonly origins: Reading['origin'][];
  /** The addresses that the source reported. */
  readonly addresses: string[];
  readonly unreadable: { device: string; error: unknown }[];
  /** Of the unreadable devices. */
  readonly reasons: [device: string, reason: TroubleReason][];
}

type Given = { readonly url: string } & Partial<Omit<Connection, 'url'>>;

/** A connection to a server on the loopback interface, which is allowed by default. */
export const connectionTo = (source: Source, { url, ...given }: Given): Connection => ({
  url: new URL(url),
  port: portOf(url, source) ?? 0,
  username: 'reader',
  password: null,
  externalId: null,
  isManagedOnly: false,
  isInteractive: true,
  network: createNetworkPolicy(['127.0.0.0/8', '::1/128']),
  now: new Date(),
  signal: AbortSignal.timeout(240_000),
  reportAddresses: () => undefined,
  reportUnreadable: () => undefined,
  ...given,
});

/** Reads a source to its end, as the collector does. */
export async function readFrom(source: Source, given: Given): Promise<SourceResult> {
  const unreadable: SourceResult['unreadable'] = [];
  const readings: SourceResult['readings'] = [];
  const origins: SourceResult['origins'] = [];
  const addresses: string[] = [];
  const connection = connectionTo(source, {
    ...given,
    reportAddresses: (reported) => void addresses.push(...reported),
    reportUnreadable: (device, error) => unreadable.push({ device, error }),
  });
  for await (const { origin, jobs: _, ...reading } of source.read(connection)) {
    readings.push(reading);
    origins.push(origin);
  }
  const reasons = unreadable.map(({ device, error }): [string, TroubleReason] => [device, reasonOf(error)]);
  return { readings, origins, addresses, unreadable, reasons };
}

/** The most devices that a source reports as unreadable before others get their turn. */
export async function mostUnreadableInTurn(source: Source, given: Given): Promise<number> {
  let most = 0;
  let inTurn = 0;
  const reportUnreadable = (): void => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
  };
  for await (const { device } of source.read(connectionTo(source, { ...given, reportUnreadable })))
    throw new Error(`${device} is readable`);
  return most;
}
