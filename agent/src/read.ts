import { ipp } from '@regrove/printers/ipp/ipp';
import { mapConcurrent } from '@regrove/printers/map-concurrent';
import type { NetworkPolicy } from '@regrove/printers/network-policy';
import type { Reading } from '@regrove/printers/source';
import { reasonOf, SourceError } from '@regrove/printers/source-error';
import type { Credentials } from '@regrove/printers/snmp/credentials';
import type { PinnedHost } from '@regrove/printers/snmp/pinned-hosts';
import { type HostConcurrency, readHosts } from '@regrove/printers/snmp/read-hosts';
import { sortReadings } from './sort-readings.js';
import type { Clock } from './clock.js';
import { hostOf, printerUrl, type Printer } from './inventory.js';
import type { LocatedReading, QueuedReading } from './queue.js';
import type { Trouble } from './state.js';

export interface ReadingResult {
  readonly readings: readonly QueuedReading[];
  /** All that were called, unless they are too many to tell. */
  readonly addresses: readonly string[] | undefined;
  readonly trouble: readonly Trouble[];
  /** The credentials that printers answered to, if they are not those that were known. */
  readonly credentials: ReadonlyMap<string, string>;
}

export interface ReadOptions {
  readonly network: NetworkPolicy;
  readonly credentials: ReadonlyMap<string, Credentials>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * There is no one else whose time printers that are switched off could use up, so all of them are tried, however many. With 1,000 of
 * them, a round takes less than two minutes.
 */
const snmpConcurrency: HostConcurrency = { quick: 64, slow: 256, slowMs: undefined };
const maxIppConcurrency = 64;
/** For all attempts with other credentials together, so that printers that are switched off do not take the whole night. */
const othersMs = 60_000;

/** Reads all printers, patiently: those that sleep are asked three times, for five seconds each. */
export async function readPrinters(printers: readonly Printer[], reach: ReadOptions): Promise<ReadingResult> {
  const found: LocatedReading[] = [];
  const failed: Trouble[] = [];
  const callable = printers.filter(({ address }) => reach.network.allows(address));
  const take: Take = (printer, { device, total, unit, origin, ...described }) => {
    // What the printer itself says now, or what was found earlier.
    const { name = printer.name, model = printer.model } = described;
    const read_at = reach.clock().toISOString();
    const { serial, uuid } = origin ?? {};
    found.push({
      device,
      total,
      unit,
      read_at,
      ...(name && { name }),
      ...(model && { model }),
      origin: {
        address: addressOf(printer),
        // A printer may have several queues by IPP.
        slot: printer.protocol === 'ipp' ? `:${printer.port}${printer.path ?? ''}` : (origin?.slot ?? ''),
        ...(serial !== undefined && { serial }),
        ...(uuid !== undefined && { uuid }),
      },
    });
  };
  const fail = (printer: Printer, error: unknown): void => {
    failed.push({ address: hostAt(printer).label, reason: reasonOf(error) });
  };
  const credentials = new Map<string, string>();
  const remember: Remember = (printer, id) => void credentials.set(printerUrl(printer), id);
  await Promise.all([
    readBySnmp(callable, reach, take, fail, remember),
    readByIpp(callable, reach, take, fail),
  ]);
  const { readings, trouble } = sortReadings(found);
  return { readings, addresses: addressesOf(callable), trouble: [...trouble, ...failed], credentials };
}

/** Of the one printer that is there by IPP, or of the host that may have several by SNMP. */
const addressOf = (printer: Printer): string =>
  printer.protocol === 'ipp' ? hostOf(printer.address) : hostAt(printer).label;

/** What the API takes, beside the readings. */
const maxAddresses = 10_000;
const maxAddressBytes = 256 * 1024;

function addressesOf(printers: readonly Printer[]): string[] | undefined {
  const addresses = [...new Set(printers.map(addressOf))];
  const isTooLong = Buffer.byteLength(JSON.stringify(addresses)) > maxAddressBytes;
  return addresses.length > maxAddresses || isTooLong ? undefined : addresses;
}

type Take = (printer: Printer, reading: Reading) => void;
type Remember = (printer: Printer, credential: string) => void;
type Fail = (printer: Printer, error: unknown) => void;

/** The host to ask at the address of a printer. */
export const hostAt = ({ address, port }: Pick<Printer, 'address' | 'port'>): PinnedHost => ({
  name: hostOf(address),
  address,
  port,
  label: `${hostOf(address)}:${port}`,
});

/** Those that do not answer to their own credential are tried with the others: it may have been changed at the printer. */
async function readBySnmp(
  printers: readonly Printer[],
  reach: ReadOptions,
  take: Take,
  fail: Fail,
  remember: Remember,
): Promise<void> {
  const [usual = ''] = reach.credentials.keys();
  const groups = new Map<string, Printer[]>();
  for (const printer of printers.filter(({ protocol }) => protocol === 'snmp')) {
    const id = printer.credential ?? usual;
    groups.set(id, [...(groups.get(id) ?? []), printer]);
  }
  const refused = new Map<string, { readonly printer: Printer; readonly error: unknown }>();
  const refuse: Fail = (printer, error) => {
    if (['login', 'noAnswer'].includes(reasonOf(error))) refused.set(printerUrl(printer), { printer, error });
    else fail(printer, error);
  };
  for (const [id, group] of groups) {
    const credentials = reach.credentials.get(id);
    const removed = new SourceError('login', 'its community or user was removed: scan again');
    if (credentials === undefined) for (const printer of group) refuse(printer, removed);
    else await readGroup(group, credentials, { signal: reach.signal, isInteractive: false }, take, refuse);
  }
  const budget = new AbortController();
  const timer = setTimeout(() => budget.abort(), othersMs);
  const signal = AbortSignal.any([reach.signal, budget.signal]);
  for (const [id, credentials] of reach.credentials) {
    const group = [...refused.values()].flatMap(({ printer }) =>
      id === (printer.credential ?? usual) ? [] : [printer],
    );
    if (group.length === 0 || signal.aborted) continue;
    const takeOther: Take = (printer, reading) => {
      if (refused.delete(printerUrl(printer))) remember(printer, id);
      take(printer, reading);
    };
    await readGroup(group, credentials, { signal, isInteractive: true }, takeOther, () => undefined);
  }
  clearTimeout(timer);
  reach.signal.throwIfAborted();
  for (const { printer, error } of refused.values()) fail(printer, error);
}

async function readGroup(
  group: readonly Printer[],
  credentials: Credentials,
  connection: Parameters<typeof readHosts>[2],
  take: Take,
  fail: Fail,
): Promise<void> {
  const byHost = new Map(group.map((printer) => [hostAt(printer).label, printer]));
  for await (const { host, results } of readHosts(
    group.map(hostAt),
    credentials,
    connection,
    snmpConcurrency,
  )) {
    if (connection.signal.aborted) return;
    const printer = byHost.get(host.label);
    if (!printer) continue;
    for (const result of results) {
      if ('error' in result) fail(printer, result.error);
      else take(results.length === 1 ? printer : withoutNames(printer), result);
    }
  }
}

/** A name that was found for the host is not that of each of its printers. */
const withoutNames = ({ name: _, model: _model, ...printer }: Printer): Printer => printer;

async function readByIpp(
  printers: readonly Printer[],
  reach: ReadOptions,
  take: Take,
  fail: Fail,
): Promise<void> {
  const listed = printers.filter(({ protocol }) => protocol === 'ipp');
  const read = async (printer: Printer, end: AbortSignal): Promise<AbortSignal> => {
    try {
      for await (const reading of ipp.read(
        connectionTo(printer, reach, end, (error) => fail(printer, error)),
      )) {
        // Only the server can count by jobs: it remembers which ones it has counted.
        if (reading.jobs) throw new SourceError('noReading', 'the printer has no counter');
        take(printer, reading);
      }
    } catch (error) {
      fail(printer, error);
    }
    return reach.signal;
  };
  for await (const signal of mapConcurrent(listed, maxIppConcurrency, read)) signal.throwIfAborted();
}

function connectionTo(
  { address, port, path = '/ipp/print', isSecure = false }: Printer,
  { network, clock, signal }: Pick<ReadOptions, 'network' | 'clock' | 'signal'>,
  end: AbortSignal,
  fail: (error: unknown) => void,
): Parameters<typeof ipp.read>[0] {
  return {
    url: new URL(`${isSecure ? 'ipps' : 'ipp'}://${hostOf(address)}:${port}${path}`),
    port,
    username: '',
    password: null,
    externalId: null,
    isManagedOnly: false,
    isInteractive: false,
    network,
    now: clock(),
    signal: AbortSignal.any([signal, end]),
    reportAddresses: () => undefined,
    reportUnreadable: (_, error) => fail(error),
  };
}
