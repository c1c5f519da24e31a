import type { Locale } from '../../../messages/locales.js';
import { i18nFor } from '../../../messages/i18n.js';
import { bufferOf, threadTask } from '../../../platform/thread-task.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { withBuffers } from '../certificate-plantings/printed-photos.js';
import { renderCertificatePdf } from './render-certificate.js';

export interface PdfInput {
  readonly facts: CertificateFacts;
  readonly locale: Locale;
}

export const run = threadTask(({ facts, locale }: PdfInput): Promise<Uint8Array> => {
  const { picture } = facts.project;
  const project = { ...facts.project, picture: picture && bufferOf(picture) };
  return renderCertificatePdf({ ...facts, project, coverage: withBuffers(facts.coverage) }, i18nFor(locale));
});
