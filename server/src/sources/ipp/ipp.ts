import { asTheyCome } from '../as-they-come.js';
import type { Source } from '../source.js';
import { printerAddress } from './printer-address.js';
import { readPrinter } from './read-printer.js';
import { whichPrinters } from './which-printers.js';

const printersAtOnce = 8;

/** Printers and print servers that speak the Internet Printing Protocol (RFC 8010 and 8011). */
export const ipp: Source = {
  defaultPorts: { 'ipp:': 631, 'ipps:': 631, 'http:': 631, 'https:': 443 },
  needsExternalId: false,
  async *read(connection) {
    const printers = await whichPrinters(connection);
    const addresses = printers.flatMap(({ paths }) => paths.map((path) => printerAddress(connection, path)));
    connection.asking(addresses.map(({ place }) => place));
    for await (const reading of asTheyCome(printers, printersAtOnce, (printer, end) => {
      const signal = AbortSignal.any([connection.signal, end]);
      return readPrinter({ ...connection, signal }, printer).catch((error: unknown) => {
        if (!signal.aborted) connection.passOver(printer.name, error);
      });
    })) {
      connection.signal.throwIfAborted();
      if (reading) yield reading;
    }
  },
};
