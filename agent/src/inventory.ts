import type { Directory } from './directory.js';
import { readJson, writeDurably } from './files.js';
import { withLock } from './lock.js';

/** A printer, or a print server with several. */
export interface Printer {
  readonly protocol: 'snmp' | 'ipp';
  readonly address: string;
  readonly port: number;
  /** Of an IPP printer, such as /ipp/print. */
  readonly path?: string;
  readonly isSecure?: boolean;
  /** The id of the community or user that it answers to. */
  readonly credential?: string;
  /** The id that its readings had when it was found: mostly its serial number. */
  readonly device?: string;
  readonly name?: string;
  readonly model?: string;
  readonly foundBy: 'scan' | 'mdns' | 'hand';
}

export interface Inventory {
  /** All that may be called. Addresses that were added by hand are ranges of one. */
  readonly ranges: readonly string[];
  readonly leftOut: readonly string[];
  readonly printers: readonly Printer[];
}

const empty: Inventory = { ranges: [], leftOut: [], printers: [] };

export const readInventory = async (directory: Directory): Promise<Inventory> =>
  (await readJson<Inventory>(directory.inventory)) ?? empty;

/** Other processes change it, too: each reads it again under a lock. */
export const changeInventory = (
  directory: Directory,
  change: (inventory: Inventory) => Inventory,
): Promise<Inventory> =>
  withLock(directory.changeLock, async () => {
    const changed = change(await readInventory(directory));
    await writeDurably(directory.inventory, JSON.stringify(changed, null, 1));
    return changed;
  });

export const printerUrl = ({ protocol, address, port, path = '' }: Printer): string =>
  `${protocol}://${hostOf(address)}:${port}${path}`;

/** An IPv6 address has brackets in URLs. */
export const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/**
 * The printers after some were found. An address keeps the protocol that it was first read by: a printer has another id by the other
 * one, and would be counted twice.
 */
export function mergePrinters(known: readonly Printer[], found: readonly Printer[]): Printer[] {
  const printers = new Map(known.map((printer) => [printerUrl(printer), printer]));
  const protocols = new Map(known.map(({ address, protocol }) => [address, protocol]));
  for (const printer of found) {
    const protocol = protocols.get(printer.address) ?? printer.protocol;
    if (protocol !== printer.protocol) continue;
    protocols.set(printer.address, protocol);
    const foundBy = printers.get(printerUrl(printer))?.foundBy ?? printer.foundBy;
    printers.set(printerUrl(printer), { ...printer, foundBy });
  }
  return [...printers.values()];
}
