import type { FastifyInstance } from 'fastify';
import type { Log } from '../../platform/log.js';
import { documentationHeaders } from './document-shell.js';
import {
  guideAddress,
  guidePrefix,
  readPicture,
  type BuiltGuide,
  type GuideReader,
} from './guide/built-guide.js';
import { guidePage } from './guide/guide-page.js';
import { html } from './html.js';
import { htmlErrors } from './html-errors.js';
import { readAssets, type Assets } from './reference/reference-assets.js';
import { sendMessagePage } from './send-message-page.js';
import { sendPrecompressed, precompressBody, type PrecompressedBody } from './precompressed-body.js';

const htmlType = 'text/html; charset=utf-8';
const textType = 'text/plain; charset=utf-8';

/** The documentation: /docs/guide, with a page for each file of `docs`. Its assets are those of the reference. */
export function mountGuide(app: FastifyInstance, readGuide: GuideReader, log: Log): void {
  void app.register(
    async (pages) => {
      const assets = await readAssets();
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers(documentationHeaders);
        done();
      });
      htmlErrors(pages, log, (_, reply, status, message) => sendMessagePage(reply, assets, status, message));
      pages.setNotFoundHandler((_, reply) => {
        const text = html`The <a href="${guidePrefix}">overview</a> lists all pages.`;
        return sendMessagePage(reply, assets, 404, { heading: 'There is no such page', text });
      });
      servePages(pages, assets, readGuide);
    },
    { prefix: guidePrefix },
  );
}

function servePages(pages: FastifyInstance, assets: Assets, readGuide: GuideReader): void {
  let makers: ReadonlyMap<string, () => Promise<PrecompressedBody>> | undefined;
  const made = new Map<string, PrecompressedBody>();

  /** Made by the first request for it. All of them together are a few megabytes. */
  const bodyOf = async (address: string): Promise<PrecompressedBody | undefined> => {
    makers ??= makersOf(await readGuide(), assets);
    const body = made.get(address) ?? (await makers.get(address)?.());
    if (body) made.set(address, body);
    return body;
  };

  for (const url of ['/', '/*']) {
    pages.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const address = request.params['*'] ?? '';
        const body = await bodyOf(address);
        if (body) return sendPrecompressed(request, reply.header('Cache-Control', 'no-cache'), body);
        // As the file is called in the repository.
        const page = address.replace(/(?:(?:^|\/)README)?\.md$/, '');
        if (page !== address && (await bodyOf(page))) return reply.redirect(guideAddress(page), 301);
        reply.callNotFound();
        return reply;
      },
    });
  }
}

const makersOf = (guide: BuiltGuide, assets: Assets): Map<string, () => Promise<PrecompressedBody>> =>
  new Map([
    ...guide.samples.map(
      ({ address, text }) => [address, () => precompressBody(textType, Buffer.from(text))] as const,
    ),
    ...guide.pictures.map(
      (address) => [address, async () => precompressBody('image/png', await readPicture(address))] as const,
    ),
    ...guide.pages.map(
      (page) =>
        [
          page.address,
          () => precompressBody(htmlType, Buffer.from(guidePage(assets, guide, page).text)),
        ] as const,
    ),
  ]);
