import { exchange } from './pinned-http.js';
import { plainCount } from './plain-count.js';
import type { Connection, Source } from './source.js';
import { SourceTrouble, StatusTrouble } from './trouble.js';

const pageSize = 100;
const mostPages = 1_000;

/** Print Tracker's API: the meters of all devices of an entity and of the entities below it. */
export const printTracker: Source = {
  defaultPorts: { 'http:': 80, 'https:': 443 },
  needsExternalId: true,
  async *read(connection) {
    const seen = new Set<string>();
    for (let page = 1; page <= mostPages; page++) {
      const known = seen.size;
      for (const meter of await currentMeters(connection, page)) {
        const device = deviceOf(meter);
        if (device === undefined) {
          connection.passOver(
            '',
            new SourceTrouble('noReading', 'a meter does not say of which device it is'),
          );
          continue;
        }
        if (seen.has(device)) continue;
        seen.add(device);
        const total = plainCount(within(meter, 'pageCounts', 'life', 'total', 'value'));
        if (total === undefined)
          connection.passOver(device, new SourceTrouble('noReading', 'the device has no total of its life'));
        else yield { device, total, unit: 'impressions' };
      }
      // A page may be shorter than what was asked for: only one without anything new is the end.
      if (seen.size === known) return;
    }
    throw new SourceTrouble('other', 'Print Tracker lists too many devices');
  },
};

function deviceOf(meter: unknown): string | undefined {
  const key = within(meter, 'deviceKey');
  const text = typeof key === 'number' ? String(key) : key;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

async function currentMeters(connection: Connection, page: number): Promise<readonly unknown[]> {
  if (connection.password === null)
    throw new SourceTrouble('login', 'the server has no password to use as API key');
  const url = metersOf(connection.url, connection.externalId ?? '');
  url.search = new URLSearchParams({
    includeChildren: 'true',
    page: String(page),
    limit: String(pageSize),
  }).toString();
  const headers = { 'x-api-key': connection.password, accept: 'application/json' };
  try {
    return listIn(await exchange({ url, method: 'GET', headers }, connection));
  } catch (error) {
    if (error instanceof StatusTrouble && error.status === 404 && page > 1) return [];
    if (error instanceof StatusTrouble && error.status === 404)
      throw new SourceTrouble('noDevice', 'Print Tracker knows no such entity', { cause: error });
    throw error;
  }
}

/** Where the meters of an entity are, below an address that may end with the version, as it is often written. */
export function metersOf(given: URL, entity: string): URL {
  const url = new URL(given);
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  url.pathname = `${prefix}/v1/entity/${encodeURIComponent(entity)}/currentMeter`;
  return url;
}

function listIn(answer: Buffer): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(answer.toString());
  } catch (error) {
    throw new SourceTrouble('other', 'the answer is not JSON', { cause: error });
  }
  const meters = Array.isArray(list) ? list : onlyListIn(list);
  if (!meters) throw new SourceTrouble('other', 'the answer is not a list of meters');
  return meters;
}

/** The list of an answer that has more to say than the list. */
function onlyListIn(answer: unknown): readonly unknown[] | undefined {
  const lists = Object.values(answer ?? {}).filter((value): value is unknown[] => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}

const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? (part as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );
