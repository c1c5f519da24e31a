import { localeNames, locales } from '../../../messages/locales.js';
import type { I18n } from '../../../messages/i18n.js';
import { html, type Html } from '../html.js';

/** Links to the same page in each language, each in its own name. `kept` are further query parameters. */
export const languageSwitch = (
  { locale: current, t }: I18n,
  kept: Readonly<Record<string, string>> = {},
): Html =>
  html`<nav class="languages" aria-label="${t('certificate.language')}">
    <ul>
      ${locales.map(
        (locale) =>
          html`<li>
            <a
              href="?${new URLSearchParams({ locale, ...kept }).toString()}"
              lang="${locale}"
              hreflang="${locale}"
              rel="alternate"
              ${locale === current ? html`aria-current="true"` : undefined}
              >${localeNames[locale]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
