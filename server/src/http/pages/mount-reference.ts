import type { FastifyInstance } from 'fastify';
import type { Methodology } from '../../features/paper/methodology.js';
import type { Log } from '../../platform/log.js';
import { adapters, defaultRevision } from '../../wire/revisions/index.js';
import type { Revision } from '../../wire/revisions/revision.js';
import { htmlErrors } from './html-errors.js';
import { serveAssets } from './assets.js';
import { documentationHeaders } from './document-shell.js';
import { html } from './html.js';
import type { ApiDescription } from './reference/model.js';
import { readDocument } from './reference/read-document.js';
import { readAssets, type Assets } from './reference/reference-assets.js';
import { referencePage } from './reference/reference-page.js';
import { serveRevisionFiles } from './reference/serve-revision-files.js';
import { sendMessagePage } from './send-message-page.js';
import { sendPrecompressed, precompressBody, type PrecompressedBody } from './precompressed-body.js';

export interface ReferenceOptions {
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** The OpenAPI document of a revision. */
  readonly documentOf: (revision: string) => object;
  /** The current factors. */
  readonly methodology: () => Promise<Methodology>;
  readonly log: Log;
}

const htmlType = 'text/html; charset=utf-8';

/** The API reference: /docs for the default revision, /docs/<revision> for each one. */
export function mountReference(app: FastifyInstance, options: ReferenceOptions): void {
  void app.register(
    async (pages) => {
      const assets = await readAssets();
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers(documentationHeaders);
        done();
      });
      await serveAssets(pages, Object.values(assets));
      serveReference(pages, assets, options);
      htmlErrors(pages, options.log, (_, reply, status, message) =>
        sendMessagePage(reply, assets, status, message),
      );
    },
    { prefix: '/docs' },
  );
}

function serveReference(pages: FastifyInstance, assets: Assets, options: ReferenceOptions): void {
  const { revisions, documentOf, methodology } = options;
  const isKnown = (revision: string): boolean => revisions.some(({ name }) => name === revision);
  const describe = (revision: string): ApiDescription =>
    readDocument(documentOf(revision), adapters.get(revision)?.requiresUserAgent ?? false);
  serveRevisionFiles(pages, (revision) => (isKnown(revision) ? describe(revision) : undefined));
  // Rendering is slow. A page changes only with the factors, which then have a new id.
  const made = new Map<string, { factors: string; body: Promise<PrecompressedBody> }>();

  const pageOf = async (revision: string): Promise<PrecompressedBody> => {
    const factors = await methodology();
    const stored = made.get(revision);
    if (stored?.factors === factors.id) return stored.body;
    const page = referencePage(assets, {
      document: describe(revision),
      methodology: factors,
      revisions,
    });
    const body = precompressBody(htmlType, Buffer.from(page.text));
    made.set(revision, { factors: factors.id, body });
    return body;
  };

  for (const url of ['/', '/:revision']) {
    pages.route<{ Params: { revision?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const { revision = defaultRevision } = request.params;
        if (!isKnown(revision)) {
          reply.callNotFound();
          return reply;
        }
        reply.header('Cache-Control', 'no-cache');
        return sendPrecompressed(request, reply, await pageOf(revision));
      },
    });
  }

  pages.setNotFoundHandler((_, reply) => {
    const known = revisions.map(
      ({ name }, index) => html`${index > 0 ? ', ' : ''}<a href="/docs/${name}">${name}</a>`,
    );
    return sendMessagePage(reply, assets, 404, {
      heading: 'There is no such page',
      text: html`The reference is available for these revisions: ${known}.`,
    });
  });
}
