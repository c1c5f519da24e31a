import { i18nFor, type Language } from '../../../messages/i18n.js';
import { bufferOf, threadTask } from '../../../platform/thread-task.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { renderCertificatePdf } from './render-certificate.js';

export interface PdfInput {
  readonly facts: CertificateFacts;
  readonly language: Language;
}

export const run = threadTask(({ facts, language: { locale, claims } }: PdfInput): Promise<Uint8Array> => {
  const { picture } = facts.project;
  const project = { ...facts.project, picture: picture && bufferOf(picture) };
  return renderCertificatePdf({ ...facts, project }, i18nFor(locale, claims));
});
