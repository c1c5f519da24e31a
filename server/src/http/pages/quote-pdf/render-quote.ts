import type { I18n } from '../../../messages/i18n.js';
import type { OfferFacts } from '../offer-page/offer-facts.js';
import { Canvas } from '../pdf/canvas.js';
import { sandboxPageMark } from '../pdf/sandbox-figure.js';
import { drawDetails, drawFigures, drawPaper, drawRecipient, drawSender } from './layout.js';

/** A quote as PDF. The same facts and language give the same bytes. */
export function renderQuotePdf(facts: OfferFacts, i18n: I18n): Promise<Buffer> {
  const canvas = new Canvas({
    title: i18n.t('offer.title'),
    locale: i18n.locale,
    date: facts.quotedAt,
    mark: sandboxPageMark(facts, i18n),
  });
  drawSender(canvas, facts, i18n);
  drawRecipient(canvas, facts, i18n);
  drawFigures(canvas, facts, i18n);
  drawPaper(canvas, facts, i18n);
  drawDetails(canvas, facts, i18n);
  return canvas.finish();
}
