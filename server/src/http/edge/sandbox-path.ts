import type { IncomingMessage } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const prefix = /^\/sandbox\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\/|\?|$)/;

const sandboxes = new WeakMap<IncomingMessage, string>();

/**
 * The pages of a sandbox are those of an installation, below /sandbox/ID. Returns the address without it, so that the same routes
 * serve both.
 */
export function stripSandboxPrefix(message: IncomingMessage, url: string): string {
  const id = prefix.exec(url)?.[1];
  if (id === undefined) return url;
  sandboxes.set(message, id);
  const rest = url.slice(`/sandbox/${id}`.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The sandbox whose page was requested (not verified). */
export const sandboxInPath = ({ raw }: FastifyRequest): string | undefined => sandboxes.get(raw);

export const isOfSandbox = (request: FastifyRequest): boolean => sandboxInPath(request) !== undefined;

/** Search engines index nothing below the address of a sandbox, whatever its format. */
export function addSandboxNoIndex(app: FastifyInstance<HttpsServer>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isOfSandbox(request)) reply.header('X-Robots-Tag', 'noindex');
    done();
  });
}
