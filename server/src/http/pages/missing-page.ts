import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLocale } from '../../messages/locales.js';
import { i18nFor } from '../../messages/i18n.js';
import { readCertificateAssets } from './certificate-page/certificate-assets.js';
import { securityHeaders } from './document-shell.js';
import { html } from './html.js';
import { readerLocale } from './reader-locale.js';
import { signInPage } from './sign-in-page/sign-in-page.js';

/** The page for people at unknown addresses. */
export async function createMissingPage(): Promise<
  (request: FastifyRequest, reply: FastifyReply) => FastifyReply
> {
  const assets = await readCertificateAssets();
  return (request, reply) => {
    const i18n = i18nFor(readerLocale(request, reply, defaultLocale));
    const page = signInPage(assets, i18n, {
      heading: i18n.t('app.notFound.title'),
      text: i18n.t('app.notFound.text'),
      action: html`<p class="actions">
        <a class="button main" href="/">${i18n.t('app.notFound.action')}</a>
      </p>`,
    });
    return reply
      .code(404)
      .headers({ ...securityHeaders, 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(page.text);
  };
}
