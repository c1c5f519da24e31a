import type { FastifyInstance } from 'fastify';
import type { Claims } from '../../platform/config/claims-setting.js';
import { i18nFor } from '../../messages/i18n.js';
import { locales } from '../../messages/locales.js';
import { readText } from './assets.js';
import { sendPrecompressed, precompressBody } from './precompressed-body.js';

/** The script that shows the trees of a public page on other sites. */
export function mountWidget(app: FastifyInstance, claims: Claims): void {
  void app.register(async (pages) => {
    const script = (await readText('widget', 'js')).replace('TEXTS', () =>
      JSON.stringify(widgetTexts(claims)),
    );
    const body = await precompressBody('text/javascript; charset=utf-8', Buffer.from(script));
    pages.route({
      method: ['GET', 'HEAD'],
      url: '/widget.js',
      handler: (request, reply) => {
        reply.headers({
          'Cache-Control': 'public, max-age=3600',
          // Other sites load it, and may check its integrity.
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        });
        return sendPrecompressed(request, reply, body);
      },
    });
  });
}

/** What it says before, or without, an answer of the server, which has the rest. */
const widgetTexts = (claims: Claims): Readonly<Record<string, readonly [label: string, note: string]>> =>
  Object.fromEntries(
    locales.map((locale) => {
      const { t } = i18nFor(locale, claims);
      return [locale, [t('badge.label'), t('claims.note')]];
    }),
  );
