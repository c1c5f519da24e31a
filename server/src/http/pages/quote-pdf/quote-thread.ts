import { i18nFor } from '../../../messages/i18n.js';
import type { Locale } from '../../../messages/locales.js';
import { threadTask } from '../../../platform/thread-task.js';
import type { OfferFacts } from '../offer-page/offer-facts.js';
import { renderQuotePdf } from './render-quote.js';

export interface QuotePdfInput {
  readonly facts: OfferFacts;
  readonly locale: Locale;
}

export const run = threadTask(({ facts, locale }: QuotePdfInput): Promise<Uint8Array> =>
  renderQuotePdf(facts, i18nFor(locale)),
);
