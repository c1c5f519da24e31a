import { ipp } from '@regrove/printers/ipp/ipp';
import { mapConcurrent } from '@regrove/printers/map-concurrent';
import type { NetworkPolicy } from '@regrove/printers/network-policy';
import type { Reading } from '@regrove/printers/source';
import { reasonOf, SourceError } from '@regrove/printers/source-error';
import type { Credentials } from '@regrove/printers/snmp/credentials';
import type { PinnedHost } from '@regrove/printers/snmp/pinned-hosts';
import { readHosts } from '@regrove/printers/snmp/read-hosts';
import { type Found, withoutClashes } from './clashes.js';
import type { Clock } from './clock.js';
import { hostOf, type Printer } from './inventory.js';
import type { QueuedReading } from './queue.js';
import type { Trouble } from './state.js';

export interface Round {
  readonly readings: QueuedReading[];
  readonly trouble: Trouble[];
}

export interface Reach {
  readonly network: NetworkPolicy;
  readonly credentials: ReadonlyMap<string, Credentials>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const maxIppConcurrency = 16;

/** Reads all printers, patiently: those that sleep are asked three times, for five seconds each. */
export async function readPrinters(printers: readonly Printer[], reach: Reach): Promise<Round> {
  const found: Found[] = [];
  const failed: Trouble[] = [];
  const callable = printers.filter(({ address }) => reach.network.allows(address));
  const take: Take = (printer, { device, total, unit, origin }) => {
    const { name, model } = printer;
    const read_at = reach.clock().toISOString();
    const reading = { device, total, unit, read_at, ...(name && { name }), ...(model && { model }) };
    // A printer may have several queues by IPP, and those of one address are the same printer.
    const isQueue = printer.protocol === 'ipp';
    const address = isQueue ? hostOf(printer.address) : hostAt(printer).label;
    found.push({ reading, address, slot: isQueue ? '' : (origin?.slot ?? '') });
  };
  const fail = (printer: Printer, error: unknown): void => {
    failed.push({ address: hostAt(printer).label, reason: reasonOf(error) });
  };
  await Promise.all([readBySnmp(callable, reach, take, fail), readByIpp(callable, reach, take, fail)]);
  const { readings, trouble } = withoutClashes(found);
  return { readings, trouble: [...trouble, ...failed] };
}

type Take = (printer: Printer, reading: Pick<Reading, 'device' | 'total' | 'unit' | 'origin'>) => void;
type Fail = (printer: Printer, error: unknown) => void;

/** The host to ask at the address of a printer. */
export const hostAt = ({ address, port }: Pick<Printer, 'address' | 'port'>): PinnedHost => ({
  name: hostOf(address),
  address,
  port,
  label: `${hostOf(address)}:${port}`,
});

async function readBySnmp(printers: readonly Printer[], reach: Reach, take: Take, fail: Fail): Promise<void> {
  const groups = new Map<string, Printer[]>();
  for (const printer of printers.filter(({ protocol }) => protocol === 'snmp')) {
    const id = printer.credential ?? [...reach.credentials.keys()][0] ?? '';
    const group = groups.get(id);
    if (group) group.push(printer);
    else groups.set(id, [printer]);
  }
  for (const [id, group] of groups) {
    const credentials = reach.credentials.get(id);
    if (credentials === undefined) {
      const error = new SourceError('login', 'its community or user was removed: scan again');
      for (const printer of group) fail(printer, error);
      continue;
    }
    const byLabel = new Map(group.map((printer) => [hostAt(printer).label, printer]));
    const connection = { signal: reach.signal, isInteractive: false };
    for await (const results of readHosts(group.map(hostAt), credentials, connection)) {
      reach.signal.throwIfAborted();
      for (const result of results) {
        const label = 'error' in result ? labelIn(result.device, byLabel) : (result.origin?.address ?? '');
        const printer = byLabel.get(label);
        if (!printer) continue;
        if ('error' in result) fail(printer, result.error);
        else take(results.length === 1 ? printer : withoutNames(printer), result);
      }
    }
  }
}

/** Devices without a reading are named after their serial number, or their host. */
const labelIn = (device: string, byLabel: ReadonlyMap<string, Printer>): string =>
  byLabel.has(device)
    ? device
    : ([...byLabel].find(
        ([label, printer]) => printer.device === device || device.startsWith(`${label}/`),
      )?.[0] ?? '');

/** A name that was found for the host is not that of each of its printers. */
const withoutNames = ({ name: _, model: _model, ...printer }: Printer): Printer => printer;

async function readByIpp(printers: readonly Printer[], reach: Reach, take: Take, fail: Fail): Promise<void> {
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
  { network, clock, signal }: Pick<Reach, 'network' | 'clock' | 'signal'>,
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
