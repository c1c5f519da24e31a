import type { Locale } from '../../../messages/locales.js';
import { i18nFor } from '../../../messages/i18n.js';
import { threadTask } from '../../../platform/thread-task.js';
import type { CarbonFacts } from './carbon-facts.js';
import { renderCarbonPdf } from './render-carbon.js';

export interface CarbonPdfInput {
  readonly facts: CarbonFacts;
  readonly locale: Locale;
}

export const run = threadTask(({ facts, locale }: CarbonPdfInput): Promise<Uint8Array> =>
  renderCarbonPdf(facts, i18nFor(locale)),
);
