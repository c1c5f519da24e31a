import type { I18n } from '../../messages/i18n.js';
import { methodologyTexts, type MethodologyOrigin } from '../../messages/methodology-text.js';
import { cleanText } from '../../platform/text/clean-text.js';
import { isWebAddress } from '../../platform/text/web-address.js';
import { html, type Html } from './html.js';

/** By which methodology the figures of a document were calculated: one text for each thing that is known of it. */
export const methodologyParts = (origin: MethodologyOrigin, { t, date }: I18n): string[] =>
  methodologyTexts(
    {
      ...origin,
      name: cleanText(origin.name),
      source: origin.source === null ? null : cleanText(origin.source),
    },
    { t, day: (iso) => date(new Date(iso)) },
  );

/** The same on a page, after what else is to be said of the figure. The last but one tells the source, which may be a link. */
export function methodologyNote(
  origin: MethodologyOrigin | null,
  i18n: I18n,
  before?: string,
): Html | undefined {
  const sourceUrl = origin?.sourceUrl ?? null;
  const texts = [
    ...(before === undefined ? [] : [before]),
    ...(origin ? methodologyParts(origin, i18n) : []),
  ];
  if (texts.length === 0) return undefined;
  return html`<p class="methodology" dir="auto">
    ${texts.map((text, index) => [
      index === 0 ? undefined : ' · ',
      index === texts.length - 2 && sourceUrl !== null && isWebAddress(sourceUrl)
        ? html`<a href="${sourceUrl}" rel="noopener nofollow">${text}</a>`
        : text,
    ])}
  </p>`;
}
