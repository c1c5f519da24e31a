import type { I18n } from '../../../messages/i18n.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { exactTrees } from '../exact-trees.js';
import { placeParts } from '../../../messages/places/place-name.js';
import { logText } from '../certificate-log.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { Canvas } from '../pdf/canvas.js';
import { drawMap, heightOfMap } from '../pdf/map-figure.js';
import { drawPicture } from './picture-figure.js';
import {
  aside,
  code,
  drawCode,
  drawEntries,
  drawFigure,
  drawRings,
  foot,
  label,
  left,
  right,
  textWidth,
  trunk,
} from './parts.js';
import { coverageTexts } from '../certificate-plantings/coverage-texts.js';
import { methodologyParts } from '../methodology-part.js';
import { drawSmallPrint } from '../pdf/small-print.js';

const map = { left: 468, top: 312, width: right - 472 };

/** The number of trees and pages. */
export function drawTrees(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const number = i18n.rounded(facts.trees);
  const unit = i18n.t('certificate.trees', { trees: facts.trees });
  drawFigure(canvas, number, unit);
  canvas.element('P', () => {
    const text = i18n.t('certificate.pages', { pages: facts.pages });
    canvas.uncachedLine(text, left, 420, { ...aside, width: textWidth });
  });
}

/** How many are planted, how many trees exactly, as the log proves it, and by which methodology. */
export function drawMethod(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const { state, note } = coverageTexts(facts.coverage, facts.trees, i18n);
  canvas.element('P', () => {
    canvas.uncachedLine(state, left, 436, { size: 10.5, colour: 'forest', width: textWidth });
  });
  const texts = [
    // Otherwise the next page has it.
    facts.coverage.plantings.length === 0 ? note : undefined,
    exactTrees(facts.trees, i18n),
    ...(facts.methodology ? methodologyParts(facts.methodology, i18n) : []),
  ].filter((text) => text !== undefined);
  if (texts.length === 0) return;
  drawSmallPrint(canvas, texts, { left, top: 442, width: textWidth, height: foot - 6 - 442 });
}

/** The trunk, with the project's picture in its centre, and the map. */
export function drawForest(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const { project } = facts;
  const name = cleanText(project.name);
  const heart = drawPicture(
    canvas,
    project.picture,
    trunk,
    i18n.t('certificate.pictureAlt', { project: name }),
  );
  drawRings(canvas, facts.id, heart);
  const box = [map.left, map.top, right, map.top + heightOfMap(map.width)] as const;
  canvas.figure(() => drawMap(canvas, map, project), {
    alt: i18n.t('certificate.mapAlt', { project: name }),
    box,
  });
}

/** The details of the certificate, and a QR code to verify it. */
export function drawRecord(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const { project } = facts;
  drawEntries(canvas, [
    { label: i18n.t('certificate.project'), text: cleanText(project.name), x: left, width: 210 },
    { label: i18n.t('certificate.place'), text: placeParts(project, i18n), x: left + 226, width: 120 },
    { label: i18n.t('certificate.date'), text: i18n.date(facts.date), x: left + 362, width: 116, lines: 1 },
    { label: i18n.t('certificate.number'), text: cleanText(facts.number), x: left + 494, width: 110 },
  ]);
  const width = code.left - left - 24;
  for (const [key, y] of [
    ['certificate.verify', foot + 72],
    ['certificate.footer', foot + 84],
  ] as const) {
    canvas.element('P', () => {
      canvas.line(i18n.t(key), left, y, { ...label, width });
    });
  }
  const log = facts.log && logText(facts.log, i18n);
  if (log !== undefined)
    canvas.element('P', () => {
      canvas.uncachedLine(log, left, foot + 96, { ...label, width });
    });
  drawCode(canvas, facts.url);
}
