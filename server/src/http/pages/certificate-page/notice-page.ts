import type { I18n } from '../../../messages/i18n.js';
import type { PlainMessage } from '../html-errors.js';
import { documentShell, leaf } from '../document-shell.js';
import { html, type Html } from '../html.js';
import type { CertificateAssets } from './certificate-assets.js';
import { languageSwitch } from './language-switch.js';

/** Shown instead of a certificate, with the reason. */
export const noticePage = (assets: CertificateAssets, i18n: I18n, { heading, text }: PlainMessage): Html =>
  documentShell(assets, {
    lang: i18n.locale,
    title: `${heading} · Regrove`,
    description: text,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<body class="notice">
      <main>
        ${leaf}
        <h1>${heading}</h1>
        <p>${text}</p>
      </main>
      ${languageSwitch(i18n)}
    </body>`,
  });
