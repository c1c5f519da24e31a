import type { Server as HttpsServer } from 'node:https';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.js';
import { isUntrustedHttps, untrustedHttpsAdvice } from './untrusted-proxy.js';

/** Redirects pages to HTTPS. The API never redirects: the key would already have been sent unencrypted. */
export function redirectToHttps(app: FastifyInstance<HttpsServer>, baseUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https' || isForPrograms(request.url)) done();
    // A redirect would loop: the proxy would send the browser back here.
    else if (isUntrustedHttps(request)) reply.code(403).type('text/plain').send(untrustedHttpsAdvice);
    else reply.redirect(baseUrl() + request.url, 308);
  });
}

// Decoded, like in the router: %761 is v1, too.
const isForPrograms = (url: string): boolean =>
  /^\/+(v1|app|mcp|health)(\/|$)/.test(decodeURI(url.split('?')[0] ?? ''));

export function plainHttpRefusal(request: FastifyRequest): HttpError | undefined {
  if (request.protocol === 'https') return undefined;
  const only = 'The API is served over HTTPS only';
  return new HttpError(403, isUntrustedHttps(request) ? `${only}. ${untrustedHttpsAdvice}` : only);
}

export function refusePlainHttp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    done(plainHttpRefusal(request));
  });
}
