import type { FastifyInstance } from 'fastify';
import type { Claims } from '../../platform/config/claims-setting.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import { locales } from '../../messages/locales.js';
import { readText } from './assets.js';
import { markText, sandboxMark } from './sandbox-mark.js';
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

/** The label, the number of trees in words by plural category, with # for the number, what a page of a sandbox says, and what is not claimed. */
type WidgetText = readonly [
  label: string,
  forms: Readonly<Record<string, string>>,
  mark: string,
  note: string,
];

const widgetTexts = (claims: Claims): Readonly<Record<string, WidgetText>> =>
  Object.fromEntries(
    locales.map((locale) => {
      const i18n = i18nFor(locale, claims);
      const mark = sandboxMark({ isSandbox: true }, i18n);
      return [
        locale,
        [i18n.t('badge.label'), formsOf(i18n), mark ? markText(mark) : '', i18n.t('claims.note')],
      ];
    }),
  );

/** One number of each plural category that a language may have. */
const samples = [0, 1, 2, 5, 1.5, 1_000_000];

function formsOf({ locale, t, rounded }: I18n): Record<string, string> {
  const rules = new Intl.PluralRules(locale);
  const forms = Object.fromEntries(
    samples.map((sample) => [
      rules.select(sample),
      t('badge.trees', { trees: sample }).replace(rounded(String(sample)), '#'),
    ]),
  );
  // Most languages have the same text for several categories.
  return Object.fromEntries(
    Object.entries(forms).filter(([name, text]) => name === 'other' || text !== forms['other']),
  );
}
