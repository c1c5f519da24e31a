import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/errors.js';
import type { Log } from '../../platform/log.js';

export interface PlainMessage {
  readonly heading: string;
  readonly text: string;
}

type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: PlainMessage,
) => FastifyReply;

/** Errors of pages are shown as HTML. */
export function htmlErrors(pages: FastifyInstance, log: Log, send: Send): void {
  pages.setErrorHandler((error: FastifyError, request, reply) => {
    const isAway = error instanceof Refusal && error.kind === 'unavailable';
    const status = isAway ? 503 : (error.statusCode ?? 500);
    if (status === 429) {
      return send(request, reply, status, {
        heading: 'Too many requests',
        text: 'Wait a minute and try again.',
      });
    }
    if (status < 500) {
      return send(request, reply, 400, {
        heading: 'We couldn’t understand this request',
        text: 'Check the address and try again.',
      });
    }
    log.error(
      { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
      'page failed',
    );
    if (isAway) reply.header('Retry-After', 1);
    return send(request, reply, status, {
      heading: isAway ? 'Back in a moment' : 'Something went wrong on our end',
      text: 'Try again in a moment.',
    });
  });
}
