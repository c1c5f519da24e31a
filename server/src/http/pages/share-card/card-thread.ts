import { i18nFor } from '../../../messages/i18n.js';
import type { Locale } from '../../../messages/locales.js';
import { threadTask } from '../../../platform/thread-task.js';
import { drawCard, type CardFacts } from './draw-card.js';

export interface CardInput {
  readonly facts: CardFacts;
  readonly locale: Locale;
}

export const run = threadTask(
  ({ facts, locale }: CardInput): Uint8Array => drawCard(facts, i18nFor(locale)).pixels,
);
