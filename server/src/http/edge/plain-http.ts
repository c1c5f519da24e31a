import type { Server as HttpsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';

/** Pages for people move to HTTPS; the API never redirects, because a key would have been sent in the clear already. */
export function sendPeopleToHttps(app: FastifyInstance<HttpsServer>, baseUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Decoded, as the router reads it: %761 is v1 too.
    const isApi = /^\/+v1(\/|$)/.test(decodeURI(request.url.split('?')[0] ?? ''));
    if (request.protocol === 'https' || isApi) done();
    else reply.redirect(baseUrl() + request.url, 308);
  });
}
