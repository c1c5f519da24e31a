import type { Server as HttpsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './status.js';

/** Pages for people move to HTTPS; the API never redirects, because a key would have been sent in the clear already. */
export function sendPeopleToHttps(app: FastifyInstance<HttpsServer>, baseUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https' || isForPrograms(request.url)) done();
    else reply.redirect(baseUrl() + request.url, 308);
  });
}

// Decoded, as the router reads it: %761 is v1 too.
const isForPrograms = (url: string): boolean =>
  /^\/+(v1|app|health)(\/|$)/.test(decodeURI(url.split('?')[0] ?? ''));

export function refusePlainHttp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    done(request.protocol === 'https' ? undefined : new HttpError(403, 'The API is served over HTTPS only'));
  });
}
