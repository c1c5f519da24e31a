import { mapConcurrent } from '@regrove/printers/map-concurrent';
import { maxDevices, maxNameLength } from './device-limits.js';
import { fetchPinned } from '@regrove/printers/pinned-http';
import { parseCount } from '@regrove/printers/parse-count';
import type { Connection, Reading, Source } from '@regrove/printers/source';
import { reasonOf, SourceError } from '@regrove/printers/source-error';
import { methodCall, type XmlRpcParam } from './xml-rpc/method-call.js';
import { readMethodResponse, XmlRpcFault, type XmlRpcValue } from './xml-rpc/method-response.js';

const endpoint = '/rpc/api/xmlrpc';
/** The most that PaperCut returns at once. */
const listLimit = 1_000;
const maxInList = 10 * listLimit;
/** Servers may return fewer printers than requested, but so many short lists are an error. */
const maxLists = 1_000;
const largestList = 2 * 1024 * 1024;
const largestCount = 256 * 1024;
const maxConcurrentRequests = 8;

/** The web services API of PaperCut NG and MF: the page count of each print queue since PaperCut began to count. */
export const papercut: Source = {
  defaultPorts: { 'http:': 9191, 'https:': 9192 },
  needsExternalId: true,
  async *read(connection) {
    const isWanted = choiceOf(connection.externalId ?? '*');
    const pageCount = pageCountOf();
    let isFound = false;
    for await (const listed of listPrinters(connection)) {
      const printers = listed.filter(isWanted);
      isFound ||= printers.length > 0;
      for await (const reading of mapConcurrent(printers, maxConcurrentRequests, (printer, end) =>
        readPrinter(printer, pageCount, { ...connection, signal: AbortSignal.any([connection.signal, end]) }),
      )) {
        if (reading) yield reading;
      }
    }
    if (!isFound) throw new SourceError('noDevice', 'PaperCut lists no such printer');
  },
};

/**
 * All printers, those of one server, or a single one. PaperCut MF also lists copiers, as if they belonged to a server named
 * `device`.
 */
function choiceOf(externalId: string): (printer: string) => boolean {
  const wanted = externalId.toLowerCase();
  return (printer) => {
    // Names are case-insensitive in both Windows and CUPS.
    const name = printer.toLowerCase();
    if (wanted === '*') return true;
    const [server, ...queue] = name.split('\\');
    return [name, name.replace('\\', '/'), server, queue.join('\\')].includes(wanted);
  };
}

/** In batches, each printer once, until a batch has nothing new: the list may shift between two calls. */
async function* listPrinters(connection: Connection): AsyncGenerator<string[], void, undefined> {
  const seen = new Set<string>();
  for (let offset = 0, lists = 0; offset < maxDevices && lists < maxLists; lists++) {
    const listed = await listBatch(connection, offset);
    const printers = listed.filter((printer) => printer.length <= maxNameLength && !seen.has(printer));
    for (const printer of listed)
      if (printer.length > maxNameLength) connection.reportUnreadable('', tooLongName(), []);
    if (printers.length === 0) return;
    yield printers;
    for (const printer of printers) seen.add(printer);
    offset += listed.length;
  }
  throw new SourceError('tooMany', 'PaperCut lists too many printers');
}

const tooLongName = (): SourceError => new SourceError('noReading', 'the name of a printer is too long');

async function listBatch(connection: Connection, offset: number): Promise<string[]> {
  try {
    const listed = await call(connection, 'api.listPrinters', offset, listLimit);
    if (Array.isArray(listed) && listed.length > maxInList)
      throw new SourceError('badAnswer', 'PaperCut lists far more printers than requested');
    if (Array.isArray(listed) && listed.every((name) => typeof name === 'string')) return listed;
  } catch (error) {
    if (!(error instanceof XmlRpcFault)) throw error;
    // The token was accepted for the previous batch, so the server refuses the offset: the list has ended.
    if (offset > 0) {
      if (offset % listLimit === 0)
        connection.reportUnreadable(`printers after the first ${offset}`, error, []);
      return [];
    }
    // The first call depends on nothing but the token.
    if (/auth|token|denied|allowed|permi|credential/i.test(error.faultString))
      throw new SourceError('login', error.message, { cause: error });
    throw error;
  }
  throw new SourceError('badAnswer', 'PaperCut lists something that is not a printer');
}

type PageCount = (
  connection: Connection,
  server: string,
  printer: string,
) => Promise<XmlRpcValue | undefined>;

/** Uses the newer method until the server turns out not to know it. */
function pageCountOf(): PageCount {
  const property = 'print-stats.page-count';
  let isOld = false;
  return async (connection, server, printer) => {
    if (!isOld) {
      try {
        const values = await call(connection, 'api.getPrinterProperties', server, printer, [property]);
        return Array.isArray(values) ? values[0] : values;
      } catch (error) {
        if (!(error instanceof XmlRpcFault)) throw error;
        const value = await call(connection, 'api.getPrinterProperty', server, printer, property);
        // If the fault was about the printer, this call would have failed too.
        isOld = true;
        return value;
      }
    }
    return call(connection, 'api.getPrinterProperty', server, printer, property);
  };
}

async function readPrinter(
  printer: string,
  pageCount: PageCount,
  connection: Connection,
): Promise<Reading | undefined> {
  const [server = '', ...name] = printer.split('\\');
  // Another PaperCut server may have a different printer of the same name.
  const device = `${connection.url.hostname} ${printer}`;
  try {
    const total = parseCount(await pageCount(connection, server, name.join('\\')));
    if (total === undefined) throw new SourceError('noReading', 'the page count is not a number');
    return { device, total, unit: 'impressions' };
  } catch (error) {
    // All printers are read from the same server, so the rest would fail as well.
    if (reasonOf(error) === 'noAnswer' || reasonOf(error) === 'login') throw error;
    connection.reportUnreadable(
      printer,
      error instanceof XmlRpcFault ? new SourceError('noReading', error.message, { cause: error }) : error,
      [device],
    );
    return undefined;
  }
}

async function call(
  connection: Connection,
  method: string,
  ...params: readonly XmlRpcParam[]
): Promise<XmlRpcValue> {
  if (connection.password === null)
    throw new SourceError('login', 'the server has no password to use as token');
  const answer = await fetchPinned(
    {
      url: endpointOf(connection.url),
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: methodCall(method, [connection.password, ...params]),
      maxBytes: method === 'api.listPrinters' ? largestList : largestCount,
    },
    connection,
  );
  try {
    return await readMethodResponse(answer);
  } catch (error) {
    // Faults are logged and shown, and the server may repeat the token in one.
    if (error instanceof XmlRpcFault)
      throw new XmlRpcFault(error.faultString.replaceAll(connection.password, '[secret]'));
    throw error;
  }
}

/** The URL of the web services, below the URL that was entered. */
export function endpointOf(given: URL): URL {
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(endpoint) ? path : path + endpoint;
  url.search = '';
  return url;
}
