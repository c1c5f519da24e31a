import type { Server as HttpsServer } from 'node:https';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const sniffing = ['X-Content-Type-Options', 'nosniff'] as const;
// A year. Neither for hosts below ours, nor for the lists that browsers come with: both are the operator's to decide.
const transport = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Of every answer, whatever it is: no browser takes it for something else, or comes back in the clear. */
export const securityHeaders = (isSecure: boolean): readonly (readonly [string, string])[] =>
  // Over plain HTTP the second counts for nothing, and is not to be sent.
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
