import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCall, Rendition, Route, UncheckedQuery } from '../route.js';
import { codecOf, codecsForChanges, codecsOf, type Codec } from './codec.js';
import { runOnce, replayResponse, idempotencyKey, identityOf } from './idempotency.js';
import { jsonType } from './json-type.js';
import { preferredRendition } from './preferred-rendition.js';
import { queryCheck } from './query-check.js';
import { accountOf, callerOf, callOf, contextOf, idOf, requireUuid } from './request-state.js';

const emptyBody = Type.Object({}, { additionalProperties: false });

/** A route with a single response. Checks the permission, then the id in the path, then the body. */
export function mountRoute(app: FastifyInstance, route: Route, url: string): void {
  const {
    method,
    permit,
    find,
    prepare,
    handle,
    acceptsIdempotencyKey,
    movesClock = false,
    scopes = [],
    formats,
    file,
    maxBytes = file?.maxBytes,
    renditions,
  } = route;
  const nothing = file ? Buffer.alloc(0) : {};
  const body = route.body ?? emptyBody;
  const codecs =
    method === 'PATCH'
      ? codecsForChanges(body, route.reply)
      : codecsOf(method === 'GET' ? undefined : body, route.reply);
  const checkQuery = queryCheck(route.query);
  app.route({
    method,
    url,
    config: { acceptsIdempotencyKey, movesClock, scopes, ...(formats && { formats }), ...(file && { file }) },
    ...(maxBytes !== undefined && { bodyLimit: maxBytes }),
    onRequest: async (request) => {
      if (request.storedResponse) return;
      const id = idOf(request);
      permit?.(accountOf(request), callerOf(request), id, request.query as UncheckedQuery);
      requireUuid(request);
      request.found = await find?.(contextOf(request), accountOf(request), id);
    },
    handler: async (request, reply) => {
      const codec = codecOf(codecs, request);
      const readBody = () => codec.readBody(request.body === undefined ? nothing : request.body);
      if (request.storedResponse)
        return sendReplay(
          codec,
          replayResponse(request.storedResponse, { body: await readBody(), query: queryOf(route, request) }),
          reply,
        );
      checkQuery(request.query);
      const body = await readBody();
      const key = idempotencyKey(request);
      const call = callOf(request, body);
      const prepared = await prepare?.(call);
      if (renditions) {
        reply.header('Vary', 'Accept, Accept-Language');
        const rendition = preferredRendition(request.headers.accept, renditions);
        if (rendition) return sendFile(rendition, call, reply);
      }
      reply.type(jsonType);
      if (key === undefined) return reply.send(codec.write(await handle(call, prepared)));
      return sendOnce(route, codec, key, call, prepared, request, reply);
    },
  });
}

async function sendFile(
  { mediaType, render }: Rendition,
  call: AnyCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, bytes } = await render(call);
  return reply.type(mediaType).header('Content-Disposition', `attachment; filename="${name}"`).send(bytes);
}

async function sendOnce(
  route: Route,
  codec: Codec,
  key: string,
  call: AnyCall,
  prepared: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { answer, replayed } = await runOnce(
    call.context,
    call.caller.id,
    identityOf(request, key),
    { body: call.body, query: queryOf(route, request) },
    (context) => route.handle({ ...call, context }, prepared),
  );
  return replayed ? sendReplay(codec, answer, reply) : reply.send(codec.write(answer));
}

/** The parameters that mean something to the route. */
const queryOf = ({ query }: Route, request: FastifyRequest): object => {
  const known = Object.keys((query?.['properties'] ?? {}) as object);
  return Object.fromEntries(Object.entries(request.query as object).filter(([name]) => known.includes(name)));
};

const sendReplay = (codec: Codec, answer: unknown, reply: FastifyReply): FastifyReply =>
  reply.type(jsonType).header('Idempotent-Replayed', 'true').send(codec.write(answer));
