import type { I18n } from '../../../messages/i18n.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { Canvas } from '../pdf/canvas.js';
import { sandboxPageMark } from '../pdf/sandbox-figure.js';
import { attachProof } from './attach-proof.js';
import { drawDedication, drawForest, drawHeading, drawMethod, drawRecord, drawTrees } from './layout.js';

/** A certificate as PDF. The same facts and language give the same bytes. */
export function renderCertificatePdf(facts: CertificateFacts, i18n: I18n): Promise<Buffer> {
  const title = `${i18n.t('certificate.title')} ${cleanText(facts.number)}`;
  const canvas = new Canvas({
    // The library also writes the title to XML, unescaped. It never contains names.
    title: title.replace(/[<>&]/gu, ''),
    locale: i18n.locale,
    date: facts.date,
    mark: sandboxPageMark(facts, i18n),
  });
  drawHeading(canvas, i18n);
  drawDedication(canvas, facts, i18n);
  drawTrees(canvas, facts, i18n);
  drawMethod(canvas, facts, i18n);
  drawForest(canvas, facts, i18n);
  drawRecord(canvas, facts, i18n);
  attachProof(canvas, facts, i18n);
  return canvas.finish();
}
