import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isolateBidi } from '../../platform/text/bidi-isolate.js';
import { withHeldClock } from '../../features/sandboxes/hold-clock.js';
import { acceptOffer, readOffer, type OfferState } from '../../features/quotes/accept-offer.js';
import type { Context } from '../../database/context.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import { certificateUrl, offerUrl } from '../../messages/links.js';
import { defaultLocale } from '../../messages/locales.js';
import type { Limits } from '../../platform/limits/limits.js';
import { readCertificateAssets, type CertificateAssets } from './certificate-page/certificate-assets.js';
import { noticePage, type Notice } from './certificate-page/notice-page.js';
import { isOfSandbox } from '../edge/sandbox-path.js';
import { formHeaders, isFromOwnPage } from './form-pages.js';
import { html } from './html.js';
import { htmlErrors } from './html-errors.js';
import { offerFacts } from './offer-page/offer-facts.js';
import { offerPage } from './offer-page/offer-page.js';
import { renderQuoteInThread } from './quote-pdf/render-quote-in-thread.js';
import { readerLocale } from './reader-locale.js';
import { createRenderLimit } from './render-limit.js';
import type { VisitorContext } from './visitor-context.js';
import { parseForms } from './sign-in-page/parse-forms.js';

/** Per client address. */
const maxPagesPerMinute = 120;
const maxPdfsPerMinute = 30;
const maxAcceptsPerMinute = 20;

type OfferRequest = FastifyRequest<{ Params: { name: string } }>;

/** The target of links to quotes. Opening one changes nothing; its button accepts the quote. */
export function mountOffers(
  app: FastifyInstance,
  context: Context,
  { contextOf, limits }: { readonly contextOf: VisitorContext; readonly limits: Limits },
): void {
  void app.register(
    async (pages) => {
      const assets = await readCertificateAssets();
      const pageLimit = createRenderLimit(limits, 'offer-pages', maxPagesPerMinute);
      const pdfLimit = createRenderLimit(limits, 'offer-pdfs', maxPdfsPerMinute);
      const acceptLimit = createRenderLimit(limits, 'offer-accepts', maxAcceptsPerMinute);
      parseForms(pages);
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers(formHeaders);
        done();
      });
      htmlErrors(pages, context.log, (request, reply, status, message) =>
        sendNotice(assets, request, reply.code(status), i18nFor(defaultLocale), message),
      );
      pages.setNotFoundHandler((request, reply) => show(context, assets, request, reply, { is: 'unknown' }));
      pages.route<{ Params: { name: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { token, isPdf } = readName(request);
          await (isPdf ? pdfLimit : pageLimit)(request, reply);
          const here = await contextOf(request);
          if (!here) return show(context, assets, request, reply, { is: 'unknown' });
          const state = await readOffer(here, token);
          if (isPdf && state.is === 'open') return sendPdf(here, request, reply, state);
          return show(here, assets, request, reply, state);
        },
      });
      pages.post<{ Params: { name: string } }>('/:name', async (request, reply) => {
        const { token } = readName(request);
        await acceptLimit(request, reply);
        const found = await contextOf(request);
        if (!found) return show(context, assets, request, reply, { is: 'unknown' });
        const here = withHeldClock(found);
        // Another site could make people accept. A request from there gets the page with the button.
        if (!isFromOwnPage(here, request))
          return show(here, assets, request, reply.code(403), await readOffer(here, token));
        return show(here, assets, request, reply, await acceptOffer(here, token));
      });
    },
    { prefix: '/quotes' },
  );
}

function readName({ params: { name } }: OfferRequest): { token: string; isPdf: boolean } {
  const isPdf = name.endsWith('.pdf');
  return { token: isPdf ? name.slice(0, -'.pdf'.length) : name, isPdf };
}

const noScript = ({ style, icon }: CertificateAssets) => ({ style, icon });

const send = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(text);

const sendNotice = (
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  i18n: I18n,
  notice: Notice,
): FastifyReply => {
  const page = noticePage(noScript(assets), i18n, { ...notice, isSandbox: isOfSandbox(request) });
  return send(reply, reply.statusCode, page.text);
};

type Known = Exclude<OfferState, { is: 'unknown' }>;

const factsOf = (context: Context, request: OfferRequest, { offer }: Known) => {
  const url = offerUrl(context.baseUrl(), readName(request).token);
  return { ...offerFacts(offer, context, offer.expiresAt), url };
};

async function sendPdf(
  context: Context,
  request: OfferRequest,
  reply: FastifyReply,
  state: Known,
): Promise<FastifyReply> {
  const locale = readerLocale(request, reply, state.offer.locale);
  const { threads } = context;
  const pdf = await renderQuoteInThread(
    threads,
    factsOf(context, request, state),
    locale,
    state.offer.accountId,
  );
  return reply
    .type('application/pdf')
    .header('Content-Disposition', 'inline; filename="quote.pdf"')
    .send(pdf);
}

const statusOf = {
  unknown: 404,
  expired: 410,
  withdrawn: 410,
  refused: 409,
  accepted: 200,
  open: 200,
} as const;

function show(
  context: Context,
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  state: OfferState,
): FastifyReply {
  const i18n = i18nFor(
    readerLocale(request, reply, state.is === 'unknown' ? defaultLocale : state.offer.locale),
  );
  const status = reply.statusCode === 200 ? statusOf[state.is] : reply.statusCode;
  if (state.is === 'open')
    return send(
      reply,
      status,
      offerPage(assets, factsOf(context, request as OfferRequest, state), i18n).text,
    );
  return sendNotice(assets, request, reply.code(status), i18n, noticeOf(context, i18n, state));
}

function noticeOf(
  { baseUrl }: Context,
  { t, locale }: I18n,
  state: Exclude<OfferState, { is: 'open' }>,
): Notice {
  if (state.is === 'unknown') return { heading: t('offer.missingTitle'), text: t('offer.missingText') };
  const account = isolateBidi(state.offer.accountName);
  const { certificateId } = state.offer;
  const notice = {
    heading: t(`offer.${state.is}Title`),
    text: t(`offer.${state.is}Text`, { account }),
  };
  if (certificateId === null) return notice;
  return {
    ...notice,
    action: html`<p class="actions">
      <a class="button main" href="${certificateUrl(baseUrl(), certificateId)}?locale=${locale}"
        >${t('mail.monthEnd.view')}</a
      >
    </p>`,
  };
}
