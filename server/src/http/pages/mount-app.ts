import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '../../platform/log.js';
import { readBuiltApp, type BuiltApp } from './built-app.js';
import { sendStored } from './stored-body.js';

/** Every screen has its address below an account, or is for operators; what mails link to is sent on by the app itself. */
const screenPaths = ['/accounts', '/accounts/*', '/feeds/*', '/operator', '/operator/*'];

const aYear = 31_536_000;

/**
 * Scripts come from our own files only. The style tags that components write carry a value made for this very answer:
 * no text that slipped through could know it.
 */
const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self'; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const securityHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/**
 * The dashboard, at the bare address and wherever one of its screens is. While it is still being built, requests for it wait.
 */
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
    pages.route({ method: ['GET', 'HEAD'], url: '/', handler: (_, reply) => sendPage(reply, dashboard) });
    for (const url of screenPaths) {
      pages.route({
        method: ['GET', 'HEAD'],
        url,
        handler: (request, reply) => {
          // A program that asks for something that is not there is told so in its own way.
          if (request.headers.accept?.includes('text/html')) return sendPage(reply, dashboard);
          reply.callNotFound();
          return reply;
        },
      });
    }
    done();
  });
}

async function sendPage(
  reply: FastifyReply,
  dashboard: Promise<BuiltApp | undefined>,
): Promise<FastifyReply> {
  const built = await dashboard;
  if (!built) return reply.code(503).type('text/plain').send('The dashboard is not built.\n');
  const nonce = randomBytes(16).toString('base64');
  return (
    reply
      .headers({ 'Content-Security-Policy': policy(nonce), Vary: 'Accept' })
      // Small, and new each time: it names the files of this version.
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
      // Its name changes with its content.
      reply.header('Cache-Control', `public, max-age=${aYear}, immutable`);
      return sendStored(request, reply, body);
    },
  });
}
