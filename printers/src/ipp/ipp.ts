import { mapConcurrent } from '../map-concurrent.js';
import { pathError } from '../dot-segments.js';
import type { Connection, Source } from '../source.js';
import { SourceError } from '../source-error.js';
import { printerAddress } from './printer-address.js';
import { readPrinter } from './read-printer.js';
import { listPrinters, type Printer } from './list-printers.js';

const maxPrinterConcurrency = 8;

/** Printers and print servers with the Internet Printing Protocol (RFC 8010 and 8011). */
export const ipp: Source = {
  defaultPorts: { 'ipp:': 631, 'ipps:': 631, 'http:': 631, 'https:': 443 },
  needsExternalId: false,
  externalIdError: (externalId) =>
    externalId
      .split(',')
      .map((name) => pathError(name.trim()))
      .find(Boolean),
  async *read(connection) {
    const printers = await listPrinters(connection);
    connection.reportAddresses(printers.flatMap((printer) => placesOf(connection, printer)));
    const read = new Set<string>();
    for await (const reading of mapConcurrent(printers, maxPrinterConcurrency, (printer, end) => {
      const signal = AbortSignal.any([connection.signal, end]);
      const once = readPrinter({ ...connection, signal }, printer).then((reading) => {
        if (!isNew(read, reading.origin.address))
          throw new SourceError('settings', `${reading.origin.address} is named twice`);
        return reading;
      });
      return once.catch((error: unknown) => {
        if (signal.aborted) return;
        connection.reportUnreadable(printer.name, error, placesOf(connection, printer));
      });
    })) {
      connection.signal.throwIfAborted();
      if (reading) yield reading;
    }
  },
};

const placesOf = (connection: Connection, { paths }: Printer): string[] =>
  paths.map((path) => printerAddress(connection, path).place);

/** The same queue can be listed by name and by path. */
const isNew = (known: Set<string>, place: string): boolean => known.size < known.add(place).size;
