import { documentShell, logoSvg } from './document-shell.js';
import type { Assets } from './reference/reference-assets.js';
import { html, type Fragment, type Html } from './html.js';

export interface Message {
  readonly heading: string;
  readonly text: Fragment;
}

/** A page with a single message and a link to the reference. */
export const messagePage = (assets: Assets, { heading, text }: Message): Html =>
  documentShell(assets, {
    title: `${heading} · Regrove`,
    description: heading,
    body: html`<body class="message">
      <main>
        ${logoSvg}
        <h1>${heading}</h1>
        <p>${text}</p>
        <p><a href="/docs">Go to the API reference</a></p>
      </main>
    </body>`,
  });
