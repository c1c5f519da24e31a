import { pathError, requireNoDotSegment } from '@regrove/printers/dot-segments';
import { onlyListIn, parseJson, textOf, valueAt } from './json-answer.js';
import { maxDevices, maxNameLength } from './device-limits.js';
import { fetchPinned } from '@regrove/printers/pinned-http';
import { parseCount } from '@regrove/printers/parse-count';
import type { Connection, Reading, Source } from '@regrove/printers/source';
import { SourceError, HttpStatusError } from '@regrove/printers/source-error';

const pageSize = 100;
/** Servers may ignore the requested page size, but a page this large is an error. */
const maxOnPage = 10 * pageSize;
const maxPages = 1_000;
/** One meter with all its counters and supplies takes about 10 kB. */
const largestPage = 4 * 1024 * 1024;

/** The API of Print Tracker: the meters of all devices of an entity and its child entities. */
export const printTracker: Source = {
  defaultPorts: { 'http:': 80, 'https:': 443 },
  needsExternalId: true,
  externalIdError: pathError,
  async *read(connection) {
    const managed = connection.isManagedOnly ? await managedDevices(connection) : undefined;
    const inDoubt: Reading[] = [];
    for await (const { device, meter } of allMeters(connection)) {
      const total = parseCount(valueAt(meter, 'pageCounts', 'life', 'total', 'value'));
      if (device === undefined)
        connection.reportUnreadable('', new SourceError('noReading', 'a meter has no valid device key'));
      else if (total === undefined)
        connection.reportUnreadable(device, new SourceError('noReading', 'the device has no lifetime total'));
      else {
        const reading: Reading = { device, total, unit: 'impressions' };
        if (!managed) yield reading;
        else if (managed.has(device)) yield { ...reading, managed: true };
        else inDoubt.push(reading);
      }
    }
    if (inDoubt.length === 0) return;
    // A list that changes between two pages may miss a device, and pages of an unmanaged device are never counted.
    const managedNow = await managedDevices(connection);
    for (const reading of inDoubt) yield { ...reading, managed: managedNow.has(reading.device) };
  },
};

/** In Print Tracker, a device is managed while its tracking is enabled. A filter leaves out the others. */
async function managedDevices(connection: Connection): Promise<ReadonlySet<string>> {
  const devices = new Set<string>();
  for await (const { device } of allMeters(connection, { excludeDisabled: 'true' }))
    if (device !== undefined) devices.add(device);
  return devices;
}

type Filter = Readonly<Record<string, string>>;

interface Listed {
  readonly device: string | undefined;
  readonly meter: unknown;
}

/** Each device once, even if it is on several pages. */
async function* allMeters(
  connection: Connection,
  filter: Filter = {},
): AsyncGenerator<Listed, void, undefined> {
  const seen = new Set<string>();
  const fresh = (meters: readonly unknown[]): Listed[] =>
    meters.flatMap((meter): Listed[] => {
      const device = deviceOf(meter);
      if (device === undefined) return [{ device, meter }];
      if (seen.has(device)) return [];
      seen.add(device);
      return [{ device, meter }];
    });
  let isMissing = false;
  for (let page = 1; ; page++) {
    if (page > maxPages || seen.size > maxDevices)
      throw new SourceError('tooMany', 'Print Tracker lists too many devices');
    const known = seen.size;
    const meters = await currentMeters(connection, page, filter);
    isMissing ||= page === 1 && !meters;
    yield* fresh(meters ?? []);
    // A page may be shorter than requested, so only a page without new devices is the end.
    if (seen.size === known) break;
  }
  const before = await pageBeforeFirst(connection, filter);
  if (isMissing && !before) throw new SourceError('noDevice', 'Print Tracker knows no such entity');
  yield* fresh(before ?? []).filter(({ device }) => device !== undefined);
}

/** The documentation numbers pages from 1. Servers that number from 0 have their first page here; others may return anything. */
async function pageBeforeFirst(
  connection: Connection,
  filter: Filter,
): Promise<readonly unknown[] | undefined> {
  try {
    return await currentMeters(connection, 0, filter);
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function deviceOf(meter: unknown): string | undefined {
  const text = textOf(valueAt(meter, 'deviceKey'));
  return text !== '' && text.length <= maxNameLength ? text : undefined;
}

/** The meters of a page; undefined if the page does not exist. */
async function currentMeters(
  connection: Connection,
  page: number,
  filter: Filter,
): Promise<readonly unknown[] | undefined> {
  if (connection.password === null)
    throw new SourceError('login', 'the server has no password to use as API key');
  const url = metersUrl(connection.url, connection.externalId ?? '');
  const query = { includeChildren: 'true', ...filter, page: String(page), limit: String(pageSize) };
  url.search = new URLSearchParams(query).toString();
  const headers = { 'x-api-key': connection.password, accept: 'application/json' };
  try {
    return listIn(await fetchPinned({ url, method: 'GET', headers, maxBytes: largestPage }, connection));
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404) return undefined;
    throw error;
  }
}

/** The URL of an entity's meters. The server's URL may already end with the API version. */
export function metersUrl(given: URL, entity: string): URL {
  requireNoDotSegment(entity);
  const url = new URL(given);
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  url.pathname = `${prefix}/v1/entity/${encodeURIComponent(entity)}/currentMeter`;
  return url;
}

// Far more than a page of meters needs. Parsing blocks the event loop.
const jsonLimits = { values: 100_000, depth: 32, fields: 1_000 };

function listIn(answer: Buffer): readonly unknown[] {
  const meters = onlyListIn(parseJson(answer.toString(), jsonLimits));
  if (!meters) throw new SourceError('badAnswer', 'the answer is not a list of meters');
  if (meters.length > maxOnPage)
    throw new SourceError('badAnswer', 'a page has far more meters than requested');
  return meters;
}
