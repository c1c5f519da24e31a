import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log.js';
import { Refusal } from '../../platform/errors.js';
import { jsonType } from './json-type.js';
import { isFromApp } from './session.js';
import { setSecurityHeaders } from './security-headers.js';
import { shortenMessage, visibleError, type ErrorBody } from './http-error.js';

/** Responds to browsers at unknown addresses. */
export type MissingPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sends every error as {code, error}; our own app also gets the reason. People who mistyped an address get a page. */
export function replyWithErrors(app: FastifyInstance, log: Log, missingPage: MissingPage): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => {
    reply.header('Vary', 'Accept');
    if (isForPeople(request)) return missingPage(request, reply);
    return reply.code(404).send({ code: 404, error: 'There is nothing at this address; the API is at /v1/' });
  });
}

/** Only programs call these paths, whatever they accept. */
const programs = /^\/+(v1|app|mcp)(\/|\?|$)/;

const isForPeople = ({ method, url, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && !programs.test(url) && headers.accept?.includes('text/html') === true;

export function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const { code, error: message, reason } = errorBody(error, request);
  // Use cases use field names of the model; the caller may use others.
  const reword = error instanceof Refusal ? request.revision?.reword : undefined;
  // A refusal without a cause is not a failure: the server is stopping, or a tenant has exceeded its share and would fill the
  // log.
  const cause = error instanceof Refusal ? error.cause : error;
  if (code >= 500 && cause !== undefined) {
    log.error(
      { err: cause, requestId: request.id, method: request.method, route: request.routeOptions.url },
      'request failed',
    );
  }
  // Requests that Fastify refuses before any hook has run have none of these headers yet.
  reply.header('X-Request-Id', request.id);
  setSecurityHeaders(request, reply);
  if (code === 503) reply.header('Retry-After', 1);
  // Fastify closes the connection after such a body. A proxy that is still sending it then considers us broken and answers 502.
  // Instead, Node reads and discards the rest, until the timeout of the request.
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection');
  return reply
    .code(code)
    .type(jsonType)
    .send({
      code,
      error: reword ? reword(message) : message,
      ...(isFromOwnApp(request) ? reason && { reason } : error instanceof Refusal && error.details),
    });
}

/** A key takes precedence over a session: only programs send one. */
const isFromOwnApp = (request: FastifyRequest): boolean =>
  isFromApp(request) && request.headers.authorization === undefined;

const mebibyte = 1_048_576;
const sizeOf = (bytes: number): string =>
  bytes < mebibyte ? `${bytes / 1_024} KiB` : `${bytes / mebibyte} MiB`;

function errorBody(error: FastifyError, { routeOptions }: FastifyRequest): ErrorBody {
  const visible = visibleError(error);
  if (visible) return visible;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = sizeOf(routeOptions.bodyLimit);
    return {
      code: 400,
      error: `The body must be at most ${limit}`,
      reason: { code: 'body-too-large', params: { limit } },
    };
  }
  // Requests that Fastify itself refuses (an invalid URL or header) are the caller's mistake, whatever the status.
  if (error.statusCode !== undefined && error.statusCode < 500)
    return { code: 400, error: shortenMessage(error.message) };
  return { code: 500, error: 'Internal server error' };
}
