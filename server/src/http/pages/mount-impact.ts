import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findPublicPage } from '../../features/accounts/public-page-store.js';
import type { ReadImpact } from '../../features/impact/read-impact.js';
import type { Context } from '../../database/context.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import type { Locale } from '../../messages/locales.js';
import type { Limits } from '../../platform/limits/limits.js';
import { htmlErrors } from './html-errors.js';
import { serveAssets } from './assets.js';
import { securityHeaders } from './document-shell.js';
import { impactPrefix, readImpactAssets } from './impact-page/impact-assets.js';
import { impactFacts } from './impact-page/impact-facts.js';
import { impactFormats, type ImpactFormat } from './impact-page/impact-formats.js';
import { publicNotices } from './public-notices.js';
import { askedLocale, readerLocale } from './reader-locale.js';
import { createRenderLimit, type RenderLimit } from './render-limit.js';
import type { VisitorContext } from './visitor-context.js';
import { sendPrecompressed, type PrecompressedBody } from './precompressed-body.js';

const aMinute = 'public, max-age=60';

/** Per client address; cached ones do not count. */
const maxPagesPerMinute = 600;
const maxCardsPerMinute = 60;

const slug = /^[a-z0-9-]{3,64}$/;

/** The public pages of accounts: as a page, as JSON, and as a picture for links to it. */
export function mountImpact(
  app: FastifyInstance,
  context: Context,
  {
    contextOf,
    readImpact,
    limits,
  }: { readonly contextOf: VisitorContext; readonly readImpact: ReadImpact; readonly limits: Limits },
): void {
  void app.register(
    async (pages) => {
      const assets = await readImpactAssets();
      const notices = publicNotices(assets, (request) => formatOf(request) === 'json');
      const formats = impactFormats(context, assets);
      const limitOf: Readonly<Record<ImpactFormat, RenderLimit>> = {
        page: createRenderLimit(limits, 'impact-pages', maxPagesPerMinute),
        png: createRenderLimit(limits, 'impact-cards', maxCardsPerMinute),
        json: () => Promise.resolve(),
      };
      pages.addHook('onRequest', (request, reply, done) => {
        reply.headers(securityHeaders);
        // Any site may show the figures, and must be able to tell that there are none.
        if (formatOf(request) === 'json') reply.header('Access-Control-Allow-Origin', '*');
        done();
      });
      await serveAssets(pages, [assets.ownStyle]);
      pages.setNotFoundHandler(notices.missing);
      htmlErrors(pages, context.log, notices.send);
      pages.route<{ Params: { name: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { name, format } = readName(request.params.name);
          const here = await contextOf(request);
          const page = here && slug.test(name) ? await findPublicPage(here.db, name) : undefined;
          // The same for a page that is off as for one that never was.
          if (!here || !page) return notices.missing(request, reply);
          const facts = impactFacts(page, await readImpact(here, page), here);
          const admit = (): Promise<void> => limitOf[format](request, reply);
          const i18nOf = (locale: Locale): I18n => i18nFor(locale, here.claims);
          let body: PrecompressedBody;
          if (format === 'json') {
            const asked = askedLocale(request);
            body = await formats.json(facts, asked && i18nOf(asked), admit);
          } else
            body = await formats[format](facts, i18nOf(readerLocale(request, reply, page.locale)), admit);
          reply.header('Cache-Control', aMinute);
          return sendPrecompressed(request, reply, body);
        },
      });
    },
    { prefix: impactPrefix },
  );
}

function readName(text: string): { name: string; format: ImpactFormat } {
  const [, name = '', ending] = /^(.*?)(?:\.(json|png))?$/s.exec(text) ?? [];
  return { name, format: ending === 'json' || ending === 'png' ? ending : 'page' };
}

const formatOf = (request: FastifyRequest): ImpactFormat =>
  readName(request.url.split('?')[0]?.split('/').at(-1) ?? '').format;
