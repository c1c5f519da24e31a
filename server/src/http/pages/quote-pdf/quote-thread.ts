import { i18nFor } from '../../../messages/i18n.js';
import type { Locale } from '../../../messages/locales.js';
import { threadTask } from '../../../platform/thread-task.js';
import { Canvas } from '../pdf/canvas.js';
import { sandboxMark } from '../sandbox-mark.js';
import type { OfferFacts } from '../offer-page/offer-facts.js';
import { drawDetails, drawFigures, drawPaper, drawRecipient, drawSender } from './layout.js';

export interface QuotePdfInput {
  readonly facts: OfferFacts;
  readonly locale: Locale;
}

/** A quote as PDF. The same facts and language give the same bytes. */
export const run = threadTask(({ facts, locale }: QuotePdfInput): Promise<Uint8Array> => {
  const i18n = i18nFor(locale);
  const canvas = new Canvas({
    title: i18n.t('offer.title'),
    locale,
    date: facts.quotedAt,
    mark: sandboxMark(facts, i18n),
  });
  drawSender(canvas, facts, i18n);
  drawRecipient(canvas, facts, i18n);
  drawFigures(canvas, facts, i18n);
  drawPaper(canvas, facts, i18n);
  drawDetails(canvas, facts, i18n);
  return canvas.finish();
});
