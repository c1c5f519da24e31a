import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { listOffsetRetirements } from '../../features/carbon/offset-retirements.js';
import { findPublicCarbonOffset } from '../../features/carbon/public-carbon-offset-store.js';
import { defaultLocale } from '../../messages/locales.js';
import { isUuid } from '../../platform/ids.js';
import { jsonWithBigints } from '../../platform/exact-number.js';
import type { Limits } from '../../platform/limits/limits.js';
import { cleanText } from '../../platform/text/clean-text.js';
import { serveAssets } from './assets.js';
import { BodyCache } from './body-cache.js';
import { carbonFacts, firstCreditsOf } from './carbon-certificate/carbon-facts.js';
import { carbonJson } from './carbon-certificate/carbon-json.js';
import { carbonPage } from './carbon-certificate/carbon-page.js';
import { renderCarbonInThread } from './carbon-certificate/render-carbon-in-thread.js';
import { readCertificateAssets } from './certificate-page/certificate-assets.js';
import {
  shortCacheControl,
  maxPagesPerMinute,
  maxPdfsPerMinute,
  readerI18n,
  requestedName,
  sendNotice,
} from './certificate-requests.js';
import { securityHeaders } from './document-shell.js';
import { htmlErrors } from './html-errors.js';
import { createRenderLimit } from './render-limit.js';
import { sendPrecompressed, precompressBody } from './precompressed-body.js';
import type { VisitorContext } from './visitor-context.js';

const prefix = '/carbon-certificates';
const maxCacheBytes = 16 * 1024 * 1024;

/** The public formats of a carbon certificate: page, PDF and JSON. */
export function mountCarbonCertificates(
  app: FastifyInstance,
  context: Context,
  { contextOf, limits }: { readonly contextOf: VisitorContext; readonly limits: Limits },
): void {
  void app.register(
    async (pages) => {
      const assets = await readCertificateAssets(prefix);
      const cache = new BodyCache(maxCacheBytes);
      const limitPages = createRenderLimit(limits, 'carbon-certificate-pages', maxPagesPerMinute);
      const limitPdfs = createRenderLimit(limits, 'carbon-certificate-pdfs', maxPdfsPerMinute);
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers(securityHeaders);
        done();
      });
      await serveAssets(pages, Object.values(assets));
      const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
        const { format } = readName(requestedName(request));
        const { locale, t } = readerI18n(request, reply, format, { locale: defaultLocale });
        const message = { heading: t('certificate.missingTitle'), text: t('certificate.missingText') };
        return sendNotice(assets, request, reply, { ...message, status: 404, format, locale });
      };
      pages.setNotFoundHandler(refuse);
      htmlErrors(pages, context.log, (request, reply, status, message) => {
        const { format } = readName(requestedName(request));
        return sendNotice(assets, request, reply, { ...message, status, format, locale: defaultLocale });
      });
      pages.route<{ Params: { name: string }; Querystring: { from?: unknown } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { id, format } = readName(request.params.name);
          const here = await contextOf(request);
          const offset = here && isUuid(id) ? await findPublicCarbonOffset(here.db, id) : undefined;
          if (!here || !offset) return refuse(request, reply);
          const i18n = readerI18n(request, reply, format, { locale: offset.locale, claims: here.claims });
          if (offset.status === 'processing' && format !== 'json') {
            const project = cleanText(offset.projectName);
            return sendNotice(assets, request, reply, {
              heading: i18n.t('carbonCertificate.waitingTitle'),
              text: i18n.t('carbonCertificate.waitingText', { project }),
              // There is no PDF of it yet.
              status: format === 'pdf' ? 404 : 200,
              format,
              locale: i18n.locale,
            });
          }
          // What a processing offset has so far may still be given more.
          const retirements =
            offset.status === 'fulfilled'
              ? await listOffsetRetirements(here.db, offset.accountId, offset.id)
              : [];
          const origin = here.sandbox ? undefined : (await here.transparency.signer()).key.name;
          // A PDF shows only the first of them.
          const first = format === 'pdf' ? 1 : firstCreditsOf(request.query.from);
          const facts = carbonFacts(offset, retirements, here, origin, first);
          reply.header('Cache-Control', offset.status === 'fulfilled' ? shortCacheControl : 'no-cache');
          // Other sites may verify certificates from their own pages.
          if (format === 'json') reply.header('Access-Control-Allow-Origin', '*');
          if (format === 'pdf') reply.header('Content-Disposition', `inline; filename="${facts.number}.pdf"`);
          const make = {
            json: () => precompressBody('application/json; charset=utf-8', Buffer.from(carbonJson(facts))),
            page: () =>
              precompressBody('text/html; charset=utf-8', Buffer.from(carbonPage(assets, facts, i18n).text)),
            pdf: async () =>
              precompressBody(
                'application/pdf',
                await renderCarbonInThread(here.threads, facts, i18n.locale, offset.accountId),
              ),
          }[format];
          const limit = format === 'pdf' ? limitPdfs : limitPages;
          const content = jsonWithBigints([format, i18n.locale, facts]);
          const key = createHash('sha256').update(content).digest('base64');
          return sendPrecompressed(request, reply, await cache.get(key, make, () => limit(request, reply)));
        },
      });
    },
    { prefix },
  );
}

type Format = 'page' | 'pdf' | 'json';

function readName(name: string): { id: string; format: Format } {
  const [, id = '', ending] = /^(.*?)(?:\.(pdf|json))?$/.exec(name) ?? [];
  return { id, format: ending === 'pdf' || ending === 'json' ? ending : 'page' };
}
