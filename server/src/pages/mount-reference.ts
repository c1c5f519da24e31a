import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Methodology } from '../paper/methodology.js';
import { Refusal } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import type { Revision } from '../revisions/revision.js';
import { assetPrefix, readAssets, type Assets } from './assets.js';
import { securityHeaders } from './document-shell.js';
import { html } from './html.js';
import { messagePage, type Message } from './message-page.js';
import { readDocument } from './reference/read-document.js';
import { referencePage } from './reference/reference-page.js';
import { sendStored, storeBody, type StoredBody } from './stored-body.js';

export interface ReferenceOptions {
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** The OpenAPI document of a revision. */
  readonly documentOf: (revision: string) => object;
  /** The factors that count now. */
  readonly methodology: () => Promise<Methodology>;
  readonly log: Log;
}

const htmlType = 'text/html; charset=utf-8';
const aYear = 31_536_000;

/** The API reference for people: /docs, and /docs/<revision> for each. */
export function mountReference(app: FastifyInstance, options: ReferenceOptions): void {
  // Whoever opens the bare address finds something to read.
  app.get('/', (_, reply) => reply.redirect('/docs'));
  void app.register(
    async (pages) => {
      const assets = await readAssets();
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers(securityHeaders);
        done();
      });
      await serveAssets(pages, assets);
      serveReference(pages, assets, options);
      answerPeople(pages, assets, options.log);
    },
    { prefix: '/docs' },
  );
}

async function serveAssets(pages: FastifyInstance, assets: Assets): Promise<void> {
  const bodies = new Map<string, StoredBody>();
  for (const { fileName, type, content } of Object.values(assets) as Assets[keyof Assets][]) {
    bodies.set(fileName, await storeBody(type, content));
  }
  pages.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${assetPrefix.replace('/docs', '')}/:file`,
    handler: (request, reply) => {
      const body = bodies.get(request.params.file);
      if (!body) {
        reply.callNotFound();
        return reply;
      }
      reply.header('Cache-Control', `public, max-age=${aYear}, immutable`);
      return sendStored(request, reply, body);
    },
  });
}

function serveReference(pages: FastifyInstance, assets: Assets, options: ReferenceOptions): void {
  const { revisions, documentOf, methodology } = options;
  const newest = revisions[0]?.name ?? '';
  // Rendering is the costly part. A page changes only with the factors, whose id changes with them.
  const made = new Map<string, { factors: string; body: Promise<StoredBody> }>();

  const pageOf = async (revision: string): Promise<StoredBody> => {
    const factors = await methodology();
    const stored = made.get(revision);
    if (stored?.factors === factors.id) return stored.body;
    const page = referencePage(assets, {
      document: readDocument(documentOf(revision)),
      methodology: factors,
      revisions,
    });
    const body = storeBody(htmlType, Buffer.from(page.text));
    made.set(revision, { factors: factors.id, body });
    return body;
  };

  for (const url of ['/', '/:revision']) {
    pages.route<{ Params: { revision?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const { revision = newest } = request.params;
        if (!revisions.some(({ name }) => name === revision)) {
          reply.callNotFound();
          return reply;
        }
        reply.header('Cache-Control', 'no-cache');
        return sendStored(request, reply, await pageOf(revision));
      },
    });
  }

  pages.setNotFoundHandler((_, reply) => {
    const known = revisions.map(
      ({ name }, index) => html`${index > 0 ? ', ' : ''}<a href="/docs/${name}">${name}</a>`,
    );
    return sendMessage(reply, assets, 404, {
      heading: 'There is no such page',
      text: html`The reference is there for these revisions: ${known}.`,
    });
  });
}

/** Errors below /docs are for people, not for programs. */
function answerPeople(pages: FastifyInstance, assets: Assets, log: Log): void {
  pages.setErrorHandler((error: FastifyError, request, reply) => {
    const isAway = error instanceof Refusal && error.kind === 'unavailable';
    const status = isAway ? 503 : (error.statusCode ?? 500);
    if (status < 500) {
      return sendMessage(reply, assets, 400, {
        heading: 'That request makes no sense to us',
        text: 'Check the address and try again.',
      });
    }
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'page failed');
    if (isAway) reply.header('Retry-After', 1);
    return sendMessage(reply, assets, status, {
      heading: isAway ? 'Back in a moment' : 'Something went wrong on our side',
      text: 'Try again shortly.',
    });
  });
}

const sendMessage = (reply: FastifyReply, assets: Assets, status: number, message: Message): FastifyReply =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type(htmlType)
    .send(messagePage(assets, message).text);
