import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.js';

/** A line for each request: what was asked for, not by whom, and no address, in which there may be ids. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    // Load balancers ask all the time.
    if (route?.startsWith('/health/') !== true) {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route: route ?? null,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 100) / 100,
        },
        'request',
      );
    }
    done();
  });
}
