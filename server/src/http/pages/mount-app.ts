import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log.js';
import { sandboxInPath } from '../edge/sandbox-path.js';
import { readBuiltApp, type BuiltApp } from './built-app.js';
import { sendPrecompressed } from './precompressed-body.js';

/** Every screen is below an account or /operator. The app itself redirects links from emails. */
const screenPaths = ['/accounts', '/accounts/*', '/feeds/*', '/operator', '/operator/*'];

const aYear = 31_536_000;

/**
 * Scripts come only from our own files. Style tags of components carry a nonce made for this response, which injected text could
 * not know.
 */
const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self'; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * In a sandbox, mails are shown as they would look, in frames without scripts. Such a frame inherits the policy of the page, and mails
 * have their styles in attributes, because mail programs know no others.
 */
const policyInSandbox = (nonce: string): string => `${policy(nonce)}; style-src-attr 'unsafe-inline'`;

const securityHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** The dashboard, at / and at the paths of its screens. Requests wait while it is still being built. */
export function mountApp(app: FastifyInstance, log: Log, isBuilt: Promise<void> = Promise.resolve()): void {
  const dashboard = isBuilt.then(readBuiltApp).catch((error: unknown) => {
    log.error({ err: error }, 'could not load the dashboard');
    return undefined;
  });
  void app.register((pages, _, done) => {
    pages.addHook('onRequest', (_, reply, next) => {
      reply.headers(securityHeaders);
      next();
    });
    serveFiles(pages, dashboard);
    pages.route({
      method: ['GET', 'HEAD'],
      url: '/',
      handler: (request, reply) => sendPage(request, reply, dashboard),
    });
    for (const url of screenPaths) {
      pages.route({
        method: ['GET', 'HEAD'],
        url,
        handler: (request, reply) => {
          // Programs get a 404 in JSON.
          if (request.headers.accept?.includes('text/html')) return sendPage(request, reply, dashboard);
          reply.callNotFound();
          return reply;
        },
      });
    }
    done();
  });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  dashboard: Promise<BuiltApp | undefined>,
): Promise<FastifyReply> {
  const built = await dashboard;
  if (!built) return reply.code(503).type('text/plain').send('The dashboard is not built.\n');
  const nonce = randomBytes(16).toString('base64');
  const allowed = sandboxInPath(request) === undefined ? policy(nonce) : policyInSandbox(nonce);
  return (
    reply
      .headers({ 'Content-Security-Policy': allowed, Vary: 'Accept' })
      // Always revalidated: the page names the files of the current version.
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(built.page(nonce))
  );
}

function serveFiles(pages: FastifyInstance, dashboard: Promise<BuiltApp | undefined>): void {
  pages.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/:file',
    handler: async (request, reply) => {
      const body = (await dashboard)?.files.get(request.params.file);
      if (!body) {
        reply.callNotFound();
        return reply;
      }
      // The file name contains a content hash.
      reply.header('Cache-Control', `public, max-age=${aYear}, immutable`);
      return sendPrecompressed(request, reply, body);
    },
  });
}
