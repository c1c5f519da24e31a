import { i18nFor, type Language } from '../../../messages/i18n.js';
import { threadTask } from '../../../platform/thread-task.js';
import { drawCard, type CardFacts } from './draw-card.js';

export interface CardInput {
  readonly facts: CardFacts;
  readonly language: Language;
}

export const run = threadTask(
  ({ facts, language: { locale, claims } }: CardInput): Uint8Array =>
    drawCard(facts, i18nFor(locale, claims)).pixels,
);
