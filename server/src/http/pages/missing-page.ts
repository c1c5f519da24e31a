import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLocale } from '../../messages/locales.js';
import { wordsFor } from '../../messages/words.js';
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
    const words = wordsFor(readerLocale(request, reply, defaultLocale));
    const page = signInPage(assets, words, {
      heading: words.say('app.notFound.title'),
      text: words.say('app.notFound.text'),
      action: html`<p class="actions">
        <a class="button main" href="/">${words.say('app.notFound.action')}</a>
      </p>`,
    });
    return reply
      .code(404)
      .headers({ ...securityHeaders, 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(page.text);
  };
}
