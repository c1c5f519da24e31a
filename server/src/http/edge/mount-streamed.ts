import { Readable } from 'node:stream';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Call, StreamedAnswer, StreamedRoute } from '../route.js';
import { codecOf, codecsOf } from './codec.js';
import { jsonType } from './json-type.js';
import { queryCheck } from './query-check.js';
import { callOf, requireUuid } from './request-state.js';

/** A response whose list is sent while it is read: memory use stays constant, and a slow reader does not hold a connection. */
export function mountStreamed(app: FastifyInstance, route: StreamedRoute, url: string): void {
  const { listField, reply: schema, stream } = route;
  const answers = codecsOf(undefined, schema);
  const entries = codecsOf(undefined, entrySchema(route));
  const checkQuery = queryCheck(route.query);
  app.route({
    method: 'GET',
    url,
    onRequest: (request, _, done) => {
      requireUuid(request);
      done();
    },
    handler: async (request, reply) => {
      const call = callOf(request, undefined) as Call<undefined, unknown>;
      // An unknown id is reported before an invalid query, as in every other route.
      const { head, batches } = await stream(call);
      checkQuery(request.query);
      const { write } = codecOf(entries, request);
      const writeBatch = (batch: Batch): string => batch.map((entry) => write(entry)).join(',');
      const text = codecOf(answers, request).write({ ...head, [listField]: [] });
      const texts = await begun(beforeEnd(text, listField), batches, writeBatch);
      return reply.type(jsonType).send(Readable.from(texts));
    },
  });
}

type Batch = readonly Record<string, unknown>[];

function entrySchema({ reply, listField }: StreamedRoute): TSchema {
  const { properties } = reply as TSchema & { properties: Record<string, TSchema & { items: TSchema }> };
  const field = properties[listField];
  if (!field) throw new Error(`The answer has no ${listField}`);
  return field.items;
}

const end = ']}';

/** The response up to the first entry of its list. */
function beforeEnd(text: string, listField: string): string {
  if (!text.endsWith(`"${listField}":[${end}`)) throw new Error(`${listField} must be the last field`);
  return text.slice(0, -end.length);
}

/** Reads the first entries before the response begins, so that a failure can still be reported as an error. */
async function begun(
  head: string,
  batches: StreamedAnswer['batches'],
  write: (batch: Batch) => string,
): Promise<AsyncGenerator<string>> {
  const rest = batches[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    yield head;
    let separator = '';
    for (let next = first; !next.done; next = await rest.next()) {
      if (next.value.length === 0) continue;
      yield separator + write(next.value);
      separator = ',';
    }
    yield end;
  })();
}
