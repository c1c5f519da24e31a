import type { Server as HttpsServer } from 'node:https';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const sniffing = ['X-Content-Type-Options', 'nosniff'] as const;
// One year. Subdomains and preload lists are left to the operator.
const transport = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** For every response: browsers must not guess its content type, or return over plain HTTP. */
export const securityHeaders = (isSecure: boolean): readonly (readonly [string, string])[] =>
  // Browsers ignore the second header over plain HTTP, and it must not be sent there.
  isSecure ? [sniffing, transport] : [sniffing];

export function setSecurityHeaders({ protocol }: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of securityHeaders(protocol === 'https')) reply.header(name, value);
}

export function addSecurityHeaders(app: FastifyInstance<HttpsServer>): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
}
