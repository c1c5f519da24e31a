import type { Answer } from './http-peer.js';

/** A meter with the fields that Print Tracker publishes. */
export const meter = (deviceKey: unknown, total: unknown): object => ({
  id: `meter of ${String(deviceKey)}`,
  createdDate: '2026-01-12T23:29:06.883Z',
  modifiedDate: '2026-01-12T23:29:06.883Z',
  entityKey: 'office',
  installKey: '000000000000000000000002',
  deviceKey,
  timestamp: '2026-01-12T23:29:06.644Z',
  pageCounts: {
    default: { total: { displayName: 'Total', value: '1' } },
    life: {
      total: { displayName: 'Total', value: total },
      totalBlack: { displayName: 'Total Black', value: '2' },
    },
  },
  supplies: { blackInk: { pctRemaining: { displayName: 'Percent Remaining', value: '50' } } },
});

interface Habits {
  /** The number of the first page. */
  readonly firstPage?: number;
  /** The status of pages before the first and after the last one, instead of an empty list. */
  readonly beyond?: number;
  /** Keys of devices whose tracking is disabled. */
  readonly disabled?: ReadonlySet<string>;
}

/** An entity named office whose meters can be read with the key. */
export const entity =
  (meters: () => readonly object[], { firstPage = 1, beyond, disabled = new Set() }: Habits = {}): Answer =>
  ({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://peer');
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
    const isListed = (one: object): boolean =>
      searchParams.get('excludeDisabled') !== 'true' ||
      !('deviceKey' in one && disabled.has(String(one.deviceKey)));
    const start = (page - firstPage) * limit;
    const listed =
      start < 0
        ? []
        : meters()
            .filter(isListed)
            .slice(start, start + limit);
    if (headers['x-api-key'] !== 'the key') response.writeHead(401).end();
    else if (pathname !== '/v1/entity/office/currentMeter') response.writeHead(404).end();
    else if (searchParams.get('includeChildren') !== 'true') response.end('[]');
    else if (listed.length === 0 && beyond !== undefined) response.writeHead(beyond).end();
    else response.end(JSON.stringify(listed));
  };
