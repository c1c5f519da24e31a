import { locales } from '../../../messages/locales.js';
import type { I18n } from '../../../messages/i18n.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { html, type Html } from '../html.js';
import type { CertificateAssets } from './certificate-assets.js';

export interface PageTexts {
  readonly title: string;
  readonly description: string;
}

/** Metadata for search engines and link previews. */
export function pageHead(
  { preview }: CertificateAssets,
  { url }: CertificateFacts,
  { locale, t }: I18n,
  { title, description }: PageTexts,
): Html {
  const { origin } = new URL(url);
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Regrove',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': locale.replace('-', '_'),
    'og:image': origin + preview.path,
    'og:image:type': preview.type,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': t('certificate.title'),
  };
  return html`<meta name="theme-color" content="#143c2d" />
    <link rel="canonical" href="${url}" />
    <link rel="alternate" hreflang="x-default" href="${url}" />
    ${locales.map((one) => html`<link rel="alternate" hreflang="${one}" href="${url}?locale=${one}" />`)}
    <link rel="alternate" type="application/pdf" href="${url}.pdf?locale=${locale}" />
    <link rel="alternate" type="application/json" href="${url}.json" />
    ${Object.entries(properties).map(
      ([name, content]) => html`<meta property="${name}" content="${content}" />`,
    )}
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${origin + preview.path}" />`;
}
