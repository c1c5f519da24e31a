import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findPublicCertificate,
  type PublicCertificate,
} from '../../features/certificates/public-certificate-store.js';
import { defaultLocale, type Locale } from '../../messages/locales.js';
import type { Claims } from '../../platform/config/claims-setting.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import type { Context } from '../../database/context.js';
import { isUuid } from '../../platform/ids.js';
import type { Limits } from '../../platform/limits/limits.js';
import { isOfSandbox } from '../edge/sandbox-path.js';
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
import { noticePage } from './certificate-page/notice-page.js';
import { securityHeaders } from './document-shell.js';
import { readerLocale } from './reader-locale.js';
import { createRenderLimit, type RenderLimit } from './render-limit.js';
import type { VisitorContext } from './visitor-context.js';
import { sendStored } from './stored-body.js';

/** Short, so that a withdrawn certificate soon disappears. */
const briefly = 'public, max-age=300';

/** Per client address; cached ones do not count. */
const maxPagesPerMinute = 600;
const maxPdfsPerMinute = 120;
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
        sendNotice(assets, request, reply, status, { ...message, locale: defaultLocale }),
      );
      pages.route<{ Params: { name: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { id, format } = readName(request.params.name);
          const here = await contextOf(request);
          const certificate = here && isUuid(id) ? await findPublicCertificate(here.db, id) : undefined;
          if (!here || !certificate) return refuse(assets, request, reply, 404);
          if (certificate.withdrawnAt) return refuse(assets, request, reply, 410, certificate);
          if (isProof(request)) {
            await limitProofs(request, reply);
            return sendProof(reply, here, certificate);
          }
          const i18n = i18nOf(request, reply, format, certificate, here.claims);
          const log = await certificateLog(here, certificate);
          reply.header('Cache-Control', log && !log.entered ? 'no-cache' : briefly);
          if (format === 'pdf')
            reply.header(
              'Content-Disposition',
              `inline; filename="${certificateNumber(certificate.id)}.pdf"`,
            );
          // Other sites may verify certificates from their own pages.
          if (format === 'json') reply.header('Access-Control-Allow-Origin', '*');
          const admit = (): Promise<void> => limitOf[format](request, reply);
          return sendStored(request, reply, await formats[format](here, certificate, log, i18n, admit));
        },
      });
    },
    { prefix: certificatePrefix },
  );
}

const proofEnding = '.tlog-proof';

const isProof = ({ url }: FastifyRequest): boolean => url.split('?')[0]?.endsWith(proofEnding) === true;

/** That the transparency log tells of it, for programs. */
async function sendProof(
  reply: FastifyReply,
  context: Context,
  certificate: PublicCertificate,
): Promise<FastifyReply> {
  reply.header('Access-Control-Allow-Origin', '*').type('text/plain; charset=utf-8');
  const made = await certificateProof(context, certificate);
  if (!made) {
    const text = context.sandbox
      ? 'A sandbox has no transparency log.\n'
      : 'It is being entered in the log.\n';
    return reply.code(404).header('Cache-Control', 'no-store').send(text);
  }
  return reply.header('Cache-Control', briefly).send(made.proof);
}

function readName(name: string): { id: string; format: CertificateFormat } {
  const [, id = '', ending] = /^(.*?)(?:\.(pdf|json|png|tlog-proof))?$/.exec(name) ?? [];
  return { id, format: ending === 'pdf' || ending === 'json' || ending === 'png' ? ending : 'page' };
}

/** In the reader's language, which the response headers name. JSON is always in English. */
function i18nOf(
  request: FastifyRequest,
  reply: FastifyReply,
  format: CertificateFormat,
  certificate?: PublicCertificate,
  claims?: Claims,
): I18n {
  if (format === 'json') return i18nFor('en');
  return i18nFor(readerLocale(request, reply, certificate?.locale ?? defaultLocale), claims);
}

const formatOf = (request: FastifyRequest): CertificateFormat =>
  readName(request.url.split('?')[0]?.split('/').at(-1) ?? '').format;

function refuse(
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 404 | 410,
  certificate?: PublicCertificate,
): FastifyReply {
  const { locale, t } = i18nOf(request, reply, formatOf(request), certificate);
  const message =
    status === 410
      ? { heading: t('certificate.withdrawnTitle'), text: t('certificate.withdrawnText') }
      : { heading: t('certificate.missingTitle'), text: t('certificate.missingText') };
  return sendNotice(assets, request, reply, status, { ...message, locale });
}

function sendNotice(
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { locale, ...message }: PlainMessage & { readonly locale: Locale },
): FastifyReply {
  reply.code(status).header('Cache-Control', status === 410 ? briefly : 'no-store');
  if (isProof(request)) return reply.type('text/plain; charset=utf-8').send(`${message.text}\n`);
  if (formatOf(request) === 'json') return reply.send({ code: status, error: message.text });
  return reply
    .type('text/html; charset=utf-8')
    .send(noticePage(assets, i18nFor(locale), { ...message, isSandbox: isOfSandbox(request) }).text);
}
