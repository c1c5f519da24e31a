import type { I18n } from '../../../messages/i18n.js';
import { drawDedication, drawHeading, drawRings } from '../certificate-pdf/parts.js';
import { Canvas } from '../pdf/canvas.js';
import { sandboxPageMark } from '../pdf/sandbox-figure.js';
import type { CarbonFacts } from './carbon-facts.js';
import { drawCarbonRecord, drawCredits, drawTonnes } from './carbon-layout.js';

/** A carbon certificate as PDF. The same facts and language give the same bytes. */
export function renderCarbonPdf(facts: CarbonFacts, i18n: I18n): Promise<Buffer> {
  const title = i18n.t('carbonCertificate.title');
  const canvas = new Canvas({
    // Without names, as for other certificates.
    title: `${title} ${facts.number}`.replace(/[<>&]/gu, ''),
    locale: i18n.locale,
    date: facts.date,
    mark: sandboxPageMark(facts, i18n, 'credits'),
  });
  drawHeading(canvas, title);
  drawDedication(canvas, facts, i18n);
  drawTonnes(canvas, facts, i18n);
  drawRings(canvas, facts.id, 2);
  drawCredits(canvas, facts, i18n);
  drawCarbonRecord(canvas, facts, i18n);
  return canvas.finish();
}
