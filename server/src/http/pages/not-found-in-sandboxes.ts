import type { FastifyInstance } from 'fastify';
import { isOfSandbox } from '../edge/sandbox-path.js';

/** Only the installation itself has these paths: below the address of a sandbox there is nothing. */
export function notFoundInSandboxes(pages: FastifyInstance): void {
  pages.addHook('onRequest', (request, reply, done) => {
    if (isOfSandbox(request)) reply.callNotFound();
    else done();
  });
}
