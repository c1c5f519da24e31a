import { locales } from '../../messages/locales.js';
import type { I18n } from '../../messages/i18n.js';
import { html, type Html } from './html.js';
import { cardSize } from './share-card/card-size.js';

export interface PageTexts {
  readonly title: string;
  readonly description: string;
}

/** Shown by other sites next to a link to the page. */
export interface PagePicture {
  readonly url: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

export interface PageLinks {
  readonly url: string;
  /** A picture, or the address of a share card. */
  readonly picture?: string | PagePicture | undefined;
  /** The same content in other formats, by media type. */
  readonly alternates: Readonly<Record<string, string>>;
}

/** Metadata for search engines and link previews. */
export function pageHead(
  { locale }: I18n,
  { title, description }: PageTexts,
  { url, picture: shown, alternates }: PageLinks,
): Html {
  const picture = typeof shown === 'string' ? { url: shown, type: 'image/png', ...cardSize } : shown;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Regrove',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': locale.replace('-', '_'),
    ...(picture && {
      'og:image': picture.url,
      'og:image:type': picture.type,
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
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
    <meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    ${picture && html`<meta name="twitter:image" content="${picture.url}" />`}`;
}
