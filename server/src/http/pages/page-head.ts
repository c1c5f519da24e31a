import { locales } from '../../messages/locales.js';
import type { I18n } from '../../messages/i18n.js';
import { html, type Html } from './html.js';
import { cardSize } from './share-card/card-size.js';

export interface PageTexts {
  readonly title: string;
  readonly description: string;
}

export interface PageLinks {
  readonly url: string;
  /** Shown by other sites next to a link to the page: a share card. */
  readonly picture?: string;
  /** The same content in other formats, by media type. */
  readonly alternates: Readonly<Record<string, string>>;
}

/** Metadata for search engines and link previews. */
export function pageHead(
  { locale }: I18n,
  { title, description }: PageTexts,
  { url, picture, alternates }: PageLinks,
): Html {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Regrove',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': locale.replace('-', '_'),
    ...(picture !== undefined && {
      'og:image': picture,
      'og:image:type': 'image/png',
      'og:image:width': String(cardSize.width),
      'og:image:height': String(cardSize.height),
      'og:image:alt': title,
    }),
  };
  return html`<meta name="theme-color" content="#143c2d" />
    <link rel="canonical" href="${url}" />
    <link rel="alternate" hreflang="x-default" href="${url}" />
    ${locales.map((one) => html`<link rel="alternate" hreflang="${one}" href="${url}?locale=${one}" />`)}
    ${Object.entries(alternates).map(
      ([type, href]) => html`<link rel="alternate" type="${type}" href="${href}" />`,
    )}
    ${Object.entries(properties).map(
      ([name, content]) => html`<meta property="${name}" content="${content}" />`,
    )}
    <meta name="twitter:card" content="${picture === undefined ? 'summary' : 'summary_large_image'}" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    ${picture === undefined ? undefined : html`<meta name="twitter:image" content="${picture}" />`}`;
}
