import type { I18n } from '../../messages/i18n.js';
import { html, type Html } from './html.js';

/** What everything that a sandbox shows to others says, so that nobody takes it for real. */
export interface SandboxMark {
  readonly word: string;
  /** For readers who do not know the word. */
  readonly note: string;
}

export interface Marked {
  readonly isSandbox: boolean;
}

/** What is not real. Of a document: money. */
export type SandboxSubject = 'trees' | 'credits' | 'document';

/** Undefined: it is real. */
export const sandboxMark = (
  { isSandbox }: Marked,
  { t }: I18n,
  about: SandboxSubject = 'trees',
): SandboxMark | undefined =>
  isSandbox ? { word: t('sandbox.word'), note: t(`sandbox.${about}`) } : undefined;

export const markText = ({ word, note }: SandboxMark): string => `${word} – ${note}`;

/** For titles, which are shown without the page: in lists of tabs, and next to links. */
export const markedTitle = (title: string, mark: Pick<SandboxMark, 'word'> | undefined): string =>
  mark ? `${mark.word} – ${title}` : title;

/** A band above the page, and the word across it. They stay in view, and on every printed page. */
export const sandboxBand = (mark: SandboxMark | undefined): Html | undefined =>
  mark &&
  html`<aside class="sandbox" aria-label="${mark.word}">
      <strong>${mark.word}</strong> <span>${mark.note}</span>
    </aside>
    <div class="watermark" data-word="${mark.word}"></div>`;

/** Nothing of a sandbox belongs in a search engine. */
export const noIndex = html`<meta name="robots" content="noindex" />`;
