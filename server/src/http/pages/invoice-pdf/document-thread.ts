import type { DocumentFacts } from '../../../features/billing/document-facts.js';
import { i18nFor } from '../../../messages/i18n.js';
import type { Locale } from '../../../messages/locales.js';
import { threadTask } from '../../../platform/thread-task.js';
import { renderDocument } from './render-document.js';

export interface DocumentInput {
  readonly facts: DocumentFacts;
  readonly locale: Locale;
}

export const run = threadTask(({ facts, locale }: DocumentInput): Promise<Uint8Array> =>
  renderDocument(facts, i18nFor(locale)),
);
