import type { Asset } from './assets.js';
import { html, type Html } from './html.js';

/**
 * Allows only files from our own origin: no inline script or style, no frame, no form, no other host. Text that was not escaped
 * could therefore do no harm.
 */
export const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

/** For pages of the documentation, whose search asks our own server. */
export const documentationHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': `${securityHeaders['Content-Security-Policy'].replace("form-action 'none'", "form-action 'self'")}; connect-src 'self'`,
} as const;

export interface ShellAssets {
  readonly style: Asset;
  readonly icon: Asset;
  readonly theme?: Asset;
  readonly script?: Asset;
}

export interface Shell {
  readonly lang?: string;
  readonly title: string;
  readonly description: string;
  readonly head?: Html;
  readonly body: Html;
}

/** The document around the body of every page. */
export const documentShell = (
  { style, icon, theme, script }: ShellAssets,
  { lang = 'en', title, description, head, body }: Shell,
): Html =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="${icon.path}" />
        <link rel="stylesheet" href="${style.path}" />
        ${theme && html`<script src="${theme.path}"></script>`}
        ${script && html`<script src="${script.path}" type="module"></script>`} ${head}
      </head>
      ${body}
    </html>`;

export const logoSvg = html`<svg class="leaf" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path d="M11 13C5 13 3 9 3 4c6 0 8.5 3.5 8.5 7.5z" />
  <path d="M13 15c5.5 0 8-3 8-8-5.5 0-8.5 2.5-8.5 6.5z" class="young" />
  <path d="M11.3 11.5h1.4V21h-1.4z" />
</svg>`;
