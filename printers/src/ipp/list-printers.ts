import { requireNoDotSegment } from '../dot-segments.js';
import type { Connection } from '../source.js';
import { queryPrinter } from './query-printer.js';
import type { Attributes } from './decode-response.js';

/** A printer, and the paths where it may be, the most likely first. */
export interface Printer {
  readonly name: string;
  readonly paths: readonly [string, ...string[]];
}

/** The usual path of a device with a single printer; URLs are often entered without it. */
const defaultPath = '/ipp/print';

const hasPath = ({ pathname }: URL): boolean => pathname !== '' && pathname !== '/';
const at = (path: string): Printer => ({ name: path, paths: [path] });

export async function listPrinters(connection: Connection): Promise<Printer[]> {
  const { url, externalId } = connection;
  const given = externalId?.trim() ?? '';
  if (given === '*') return listAllPrinters(connection);
  if (given === '') return [at(hasPath(url) ? url.pathname : defaultPath)];
  const names = new Set(given.split(',').map((name) => name.trim()));
  names.delete('');
  return [...names].map(named);
}

function named(name: string): Printer {
  requireNoDotSegment(name);
  if (name.startsWith('/')) return at(name);
  const segment = encodeURIComponent(name);
  // The path on most print servers, then the one on CUPS.
  return { name, paths: [`${defaultPath}/${segment}`, `/printers/${segment}`] };
}

/** All printers of a server such as CUPS. Only the paths of their URIs are used, so the server cannot redirect us. */
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
