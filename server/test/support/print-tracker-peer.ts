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

/** An entity named office whose meters can be read with the key. */
export const entity =
  (meters: () => readonly object[]): Answer =>
  ({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://peer');
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
    if (headers['x-api-key'] !== 'the key') response.writeHead(401).end();
    else if (pathname !== '/v1/entity/office/currentMeter') response.writeHead(404).end();
    else if (searchParams.get('includeChildren') !== 'true') response.end('[]');
    else response.end(JSON.stringify(meters().slice((page - 1) * limit, page * limit)));
  };
