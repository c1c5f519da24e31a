import { requireNoDotSegment } from '../dot-segments.js';
import type { Connection } from '../source.js';
import { queryPrinter } from './query-printer.js';
import type { Attributes } from './decode-response.js';

/** A printer, and the paths where it may be, the likeliest first. */
export interface Printer {
  readonly name: string;
  readonly paths: readonly [string, ...string[]];
}

/** Where a printer is that has but one; addresses are often written without it. */
const customaryPath = '/ipp/print';

const hasPath = ({ pathname }: URL): boolean => pathname !== '' && pathname !== '/';
const at = (path: string): Printer => ({ name: path, paths: [path] });

export async function listPrinters(connection: Connection): Promise<Printer[]> {
  const { url, externalId } = connection;
  const given = externalId?.trim() ?? '';
  if (given === '*') return listAllPrinters(connection);
  if (given === '') return [at(hasPath(url) ? url.pathname : customaryPath)];
  const names = new Set(given.split(',').map((name) => name.trim()));
  names.delete('');
  return [...names].map(named);
}

function named(name: string): Printer {
  requireNoDotSegment(name);
  if (name.startsWith('/')) return at(name);
  const segment = encodeURIComponent(name);
  // As most print servers have it, and as CUPS does.
  return { name, paths: [`${customaryPath}/${segment}`, `/printers/${segment}`] };
}

/** All that a server like CUPS has. Of the addresses that it gives only the path is used: it does not send us elsewhere. */
async function listAllPrinters(connection: Connection): Promise<Printer[]> {
  const wanted = ['printer-uri-supported'];
  const path = connection.url.pathname || '/';
  const answer = await queryPrinter(connection, { operation: 'CUPS-Get-Printers', path, wanted });
  const paths = answer.printers.map(pathOf).filter((found) => found !== undefined);
  return [...new Set(paths)].map(at);
}

function pathOf(printer: Attributes): string | undefined {
  const uri = [printer['printer-uri-supported']].flat()[0];
  return typeof uri === 'string' && URL.canParse(uri) ? new URL(uri).pathname : undefined;
}
