import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageKey } from '../../database/paging.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import { rowsPerTurn } from '../../platform/limits/event-loop-turns.js';
import type { Call, ListRoute, Row } from '../route.js';
import type { ApiOptions } from './api-options.js';
import { codecOf, codecsOf } from './codec.js';
import { readCursor, writeCursor } from './cursor.js';
import { jsonType } from './json-type.js';
import { pageParameters, queryCheck } from './query-check.js';
import { accountOf, callOf, contextOf, idOf, requireUuid } from './request-state.js';
import { sandboxInPath } from './sandbox-path.js';
import { HttpError } from './http-error.js';

/** How many rows of a complete list are in memory at a time. */
const batch = 1000;
const maxLimit = 1000;

export function mountList(
  app: FastifyInstance,
  { baseUrl }: Pick<ApiOptions, 'baseUrl'>,
  route: ListRoute,
  url: string,
): void {
  const codecs = codecsOf(undefined, route.item);
  const checkQuery = queryCheck(route.query, pageParameters);
  app.route({
    method: 'GET',
    url,
    onRequest: async (request) => {
      requireUuid(request);
      request.found = await route.find?.(contextOf(request), accountOf(request), idOf(request));
    },
    handler: (request, reply) => {
      checkQuery(request.query);
      const { write } = codecOf(codecs, request);
      const call = callOf(request, undefined) as Call<undefined, unknown, unknown>;
      const writeRows = async (rows: readonly Row[]): Promise<string> =>
        (await mapInBatches(rows, rowsPerTurn, ({ item }) => write(item))).join(',');
      // The next page is where this one is: with the key of a sandbox at /v1, with a session below /sandbox/ID.
      const base = sandboxInPath(request) === undefined ? baseUrl() : contextOf(request).baseUrl();
      return sendList(route, call, writeRows, request, reply.type(jsonType), base);
    },
  });
}

/** One page if the caller sets a limit, otherwise the complete list, streamed if it is long. */
async function sendList(
  route: ListRoute,
  call: Call<undefined, unknown, unknown>,
  write: (rows: readonly Row[]) => Promise<string>,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): Promise<FastifyReply> {
  const query = request.query as Record<string, string | undefined>;
  const limit = query['limit'] === undefined ? undefined : readLimit(query['limit']);
  const sortedBy = typeof route.sortedBy === 'function' ? route.sortedBy(query) : route.sortedBy;
  const after = query['cursor'] === undefined ? undefined : readCursor(query['cursor'], sortedBy);

  if (limit !== undefined) {
    // The extra row shows whether there is a next page.
    const rows = await route.page(call, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (rows.length > limit && last) reply.header('Link', nextLink(baseUrl, request, last.key));
    return reply.send(`[${await write(page)}]`);
  }

  // Read before the response begins, so that a failure can still be reported as an error.
  const first = await route.page(call, { after, limit: batch });
  if (first.length < batch) return reply.send(`[${await write(first)}]`);
  return reply.send(
    Readable.from(chunks(first, (key) => route.page(call, { after: key, limit: batch }), write)),
  );
}

/**
 * Each batch is a short query of its own: a slow reader does not hold a connection, and memory use stays constant. A row that
 * does not change while the list is read is returned exactly once.
 */
async function* chunks(
  first: readonly Row[],
  next: (after: PageKey) => Promise<Row[]>,
  write: (rows: readonly Row[]) => Promise<string>,
): AsyncGenerator<string> {
  yield `[${await write(first)}`;
  let rows = first;
  for (let last = rows.at(-1); last && rows.length === batch; last = rows.at(-1)) {
    rows = await next(last.key);
    if (rows.length > 0) yield `,${await write(rows)}`;
  }
  yield ']';
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maxLimit)
    throw new HttpError(400, `limit must be a whole number from 1 to ${maxLimit}`);
  return limit;
}

function nextLink(baseUrl: string, request: FastifyRequest, key: PageKey): string {
  const url = new URL(request.url, baseUrl);
  url.searchParams.set('cursor', writeCursor(key));
  return `<${baseUrl}${url.pathname}${url.search}>; rel="next"`;
}
