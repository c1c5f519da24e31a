import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describedBy } from '@regrove/printers/description';
import { mapConcurrent } from '@regrove/printers/map-concurrent';
import { quickTiming } from '@regrove/printers/snmp/agent-session';
import type { Credentials } from '@regrove/printers/snmp/credentials';
import { snmpPort } from '@regrove/printers/snmp/hosts';
import { type DeviceResult, readHost } from '@regrove/printers/snmp/read-host';
import type { Printer } from './inventory.js';
import { hostAt, type ReadOptions } from './read.js';

/** Sockets that wait for an answer at the same time. */
const maxConcurrency = 64;
/** Addresses that are asked for the first time in a second: little enough for the oldest switch and any intrusion detection. */
const maxPerSecond = 100;

export interface ScanProgressCallback {
  (done: number, of: number, found: number): void;
}

/** The printers among these addresses that answer SNMP to one of the credentials. */
export async function scanBySnmp(
  addresses: readonly string[],
  { network, credentials, signal }: Omit<ReadOptions, 'clock'>,
  report: ScanProgressCallback = () => undefined,
): Promise<Printer[]> {
  const found: Printer[] = [];
  const waitForTurn = turns();
  // Each address that waits for its turn listens to it.
  setMaxListeners(0, signal);
  let waiting = addresses.filter((address) => network.allows(address));
  let done = 0;
  const total = waiting.length * credentials.size;
  for (const [id, credential] of credentials) {
    const silent: string[] = [];
    const ask = async (address: string, end: AbortSignal): Promise<number> => {
      await waitForTurn(signal);
      const printer = await printerAt(address, id, credential, AbortSignal.any([signal, end]));
      if (printer) found.push(printer);
      else silent.push(address);
      return 1;
    };
    for await (const count of mapConcurrent(waiting, maxConcurrency, ask)) {
      signal.throwIfAborted();
      done += count;
      report(done, total, found.length);
    }
    waiting = silent;
  }
  return found;
}

async function printerAt(
  address: string,
  credential: string,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Printer | undefined> {
  const host = hostAt({ address, port: snmpPort });
  const asking = { credentials, timing: quickTiming, description: 'together' } as const;
  const results = await readHost(host, asking, signal);
  const found = results.find((result) => isPrinter(result));
  if (found === undefined) return undefined;
  const { device } = found;
  const description = results.length === 1 ? describedBy(found.name, found.model) : {};
  return { protocol: 'snmp', address, port: snmpPort, credential, device, ...description, foundBy: 'scan' };
}

/** A printer whose counter cannot be read at the moment is one all the same; an error of the host itself has its label. */
const isPrinter = (result: DeviceResult): boolean => !('error' in result) || isOfDevice(result.error);
const isOfDevice = (error: unknown): boolean =>
  error instanceof Error && 'reason' in error && error.reason === 'noReading';

/** Spreads what is begun evenly over time. */
function turns(): (signal: AbortSignal) => Promise<void> {
  let next = performance.now();
  return async (signal) => {
    const now = performance.now();
    next = Math.max(next + 1_000 / maxPerSecond, now);
    if (next > now) await pause(next - now, undefined, { signal });
  };
}
