import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findPublicCertificate,
  type PublicCertificate,
} from '../../features/certificates/public-certificate-store.js';
import { withCoverage } from '../../features/plantings/read-coverage.js';
import { defaultLocale, type Locale } from '../../messages/locales.js';
import type { Context } from '../../database/context.js';
import { isUuid } from '../../platform/ids.js';
import type { Limits } from '../../platform/limits/limits.js';
import { htmlErrors, type PlainMessage } from './html-errors.js';
import { serveAssets } from './assets.js';
import { certificateNumber } from './certificate-number.js';
import { certificateLog, certificateProof } from './certificate-log.js';
import {
  certificatePrefix,
  readCertificateAssets,
  type CertificateAssets,
} from './certificate-page/certificate-assets.js';
import { certificateFormats, type CertificateFormat } from './certificate-page/certificate-formats.js';
import {
  shortCacheControl,
  maxPagesPerMinute,
  maxPdfsPerMinute,
  readerI18n,
  requestedName,
  sendNotice,
} from './certificate-requests.js';
import { securityHeaders } from './document-shell.js';
import { createRenderLimit, type RenderLimit } from './render-limit.js';
import type { VisitorContext } from './visitor-context.js';
import { sendPrecompressed } from './precompressed-body.js';

const maxCardsPerMinute = 60;

/** The public formats of a certificate: page, PDF, JSON, and a picture for links to it. */
export function mountCertificates(
  app: FastifyInstance,
  context: Context,
  { contextOf, limits }: { readonly contextOf: VisitorContext; readonly limits: Limits },
): void {
  void app.register(
    async (pages) => {
      const assets = await readCertificateAssets();
      const formats = certificateFormats(assets);
      const limitProofs = createRenderLimit(limits, 'certificate-proofs', maxPagesPerMinute);
      const limitOf: Readonly<Record<CertificateFormat, RenderLimit>> = {
        page: createRenderLimit(limits, 'certificate-pages', maxPagesPerMinute),
        pdf: createRenderLimit(limits, 'certificate-pdfs', maxPdfsPerMinute),
        png: createRenderLimit(limits, 'certificate-cards', maxCardsPerMinute),
        json: () => Promise.resolve(),
      };
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers(securityHeaders);
        done();
      });
      await serveAssets(pages, Object.values(assets));
      pages.setNotFoundHandler((request, reply) => refuse(assets, request, reply, 404));
      htmlErrors(pages, context.log, (request, reply, status, message) =>
        sendRefusal(assets, request, reply, status, { ...message, locale: defaultLocale }),
      );
      pages.route<{ Params: { name: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { id, format } = readName(request.params.name);
          const here = await contextOf(request);
          const found = here && isUuid(id) ? await findPublicCertificate(here.db, id) : undefined;
          if (!here || !found) return refuse(assets, request, reply, 404);
          if (found.withdrawnAt) return refuse(assets, request, reply, 410, found);
          if (isProof(request)) {
            await limitProofs(request, reply);
            return sendProof(reply, here, found);
          }
          const certificate = await withCoverage(here.db, found);
          const i18n = readerI18n(request, reply, format, {
            locale: certificate.locale,
            claims: here.claims,
          });
          const log = await certificateLog(here, certificate);
          reply.header('Cache-Control', log && !log.entered ? 'no-cache' : shortCacheControl);
          if (format === 'pdf')
            reply.header(
              'Content-Disposition',
              `inline; filename="${certificateNumber(certificate.id)}.pdf"`,
            );
          // Other sites may verify certificates from their own pages.
          if (format === 'json') reply.header('Access-Control-Allow-Origin', '*');
          const admit = (): Promise<void> => limitOf[format](request, reply);
          return sendPrecompressed(
            request,
            reply,
            await formats[format](here, certificate, log, i18n, admit),
          );
        },
      });
    },
    { prefix: certificatePrefix },
  );
}

const proofEnding = '.tlog-proof';

const isProof = ({ url }: FastifyRequest): boolean => url.split('?')[0]?.endsWith(proofEnding) === true;

/** The proof for programs that the transparency log contains it. */
async function sendProof(
  reply: FastifyReply,
  context: Context,
  certificate: PublicCertificate,
): Promise<FastifyReply> {
  reply.header('Access-Control-Allow-Origin', '*').type('text/plain; charset=utf-8');
  const proof = await certificateProof(context, certificate);
  if (proof === undefined) {
    const text = context.sandbox
      ? 'A sandbox has no transparency log.\n'
      : 'It is being entered in the log.\n';
    return reply.code(404).header('Cache-Control', 'no-store').send(text);
  }
  return reply.header('Cache-Control', shortCacheControl).send(proof);
}

function readName(name: string): { id: string; format: CertificateFormat } {
  const [, id = '', ending] = /^(.*?)(?:\.(pdf|json|png|tlog-proof))?$/.exec(name) ?? [];
  return { id, format: ending === 'pdf' || ending === 'json' || ending === 'png' ? ending : 'page' };
}

const formatOf = (request: FastifyRequest): CertificateFormat => readName(requestedName(request)).format;

function refuse(
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 404 | 410,
  certificate?: PublicCertificate,
): FastifyReply {
  const { locale, t } = readerI18n(request, reply, formatOf(request), {
    locale: certificate?.locale ?? defaultLocale,
  });
  const message =
    status === 410
      ? { heading: t('certificate.withdrawnTitle'), text: t('certificate.withdrawnText') }
      : { heading: t('certificate.missingTitle'), text: t('certificate.missingText') };
  return sendRefusal(assets, request, reply, status, { ...message, locale });
}

function sendRefusal(
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: PlainMessage & { readonly locale: Locale },
): FastifyReply {
  if (!isProof(request))
    return sendNotice(assets, request, reply, { ...message, status, format: formatOf(request) });
  return reply
    .code(status)
    .header('Cache-Control', status === 410 ? shortCacheControl : 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${message.text}\n`);
}
