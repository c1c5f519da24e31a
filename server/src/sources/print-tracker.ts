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
      const meters = await currentMeters(connection, page);
      const known = seen.size;
      for (const meter of meters) {
        const device = within(meter, 'deviceKey');
        if (typeof device !== 'string' || device === '') {
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
      if (meters.length < pageSize || seen.size === known) return;
    }
    throw new SourceTrouble('other', 'Print Tracker lists too many devices');
  },
};

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
  if (!Array.isArray(list)) throw new SourceTrouble('other', 'the answer is not a list of meters');
  return list;
}

const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? (part as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );
