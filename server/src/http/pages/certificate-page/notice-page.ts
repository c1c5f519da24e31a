import type { I18n } from '../../../messages/i18n.js';
import { documentShell, logoSvg, type ShellAssets } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { markedTitle, noIndex, sandboxBand, sandboxMark } from '../sandbox-mark.js';
import { languageSwitch } from './language-switch.js';

export interface Notice {
  readonly heading: string;
  readonly text: string;
  /** A form or a link. */
  readonly action?: Html;
  /** The screen that the visitor will go to. */
  readonly next?: string | undefined;
  /** Further query parameters of the page in other languages. */
  readonly kept?: Readonly<Record<string, string>>;
  readonly isSandbox?: boolean;
}

/** A page with one message, for example why there is no certificate, and at most one action. Works without scripts. */
export const noticePage = (
  assets: ShellAssets,
  i18n: I18n,
  { heading, text, action, next, kept, isSandbox = false }: Notice,
): Html => {
  const mark = sandboxMark({ isSandbox }, i18n);
  return documentShell(assets, {
    lang: i18n.locale,
    title: markedTitle(`${heading} · Regrove`, mark),
    description: text,
    head: noIndex,
    body: html`<body class="notice">
      ${sandboxBand(mark)}
      <main>
        ${logoSvg}
        <h1>${heading}</h1>
        <p>${text}</p>
        ${action}
      </main>
      ${languageSwitch(i18n, { ...kept, ...(next !== undefined && { next }) })}
    </body>`,
  });
};
