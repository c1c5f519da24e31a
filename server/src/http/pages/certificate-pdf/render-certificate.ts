import type { Words } from '../../../messages/words.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { Canvas } from './canvas.js';
import { drawDedication, drawForest, drawHeading, drawRecord, drawTrees } from './layout.js';

/** A certificate as PDF. The same facts and language give the same bytes. */
export function renderCertificatePdf(facts: CertificateFacts, words: Words): Promise<Buffer> {
  const title = `${words.say('certificate.title')} ${cleanText(facts.number)}`;
  const canvas = new Canvas({
    // The library also writes the title to XML, unescaped. It never contains names.
    title: title.replace(/[<>&]/gu, ''),
    locale: words.locale,
    date: facts.date,
  });
  drawHeading(canvas, words);
  drawDedication(canvas, facts, words);
  drawTrees(canvas, facts, words);
  drawForest(canvas, facts, words);
  drawRecord(canvas, facts, words);
  return canvas.finish();
}
