import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import {
  code,
  drawCode,
  drawEntries,
  drawFigure,
  foot,
  label,
  left,
  right,
  textWidth,
  type Entry,
} from '../certificate-pdf/parts.js';
import { methodologyParts } from '../methodology-part.js';
import type { Canvas } from '../pdf/canvas.js';
import { drawSmallPrint } from '../pdf/small-print.js';
import {
  exactText,
  footerText,
  logText,
  qualityText,
  statusText,
  sumText,
  unitText,
  vintageText,
  type CarbonFacts,
  type ShownCredits,
} from './carbon-facts.js';

export function drawTonnes(canvas: Canvas, facts: CarbonFacts, i18n: I18n): void {
  drawFigure(canvas, i18n.rounded(facts.tonnes), unitText(facts, i18n));
  const texts = [
    exactText(facts, i18n),
    logText(facts, i18n),
    ...(facts.methodology ? methodologyParts(facts.methodology, i18n) : []),
  ].filter((text) => text !== undefined);
  if (texts.length > 0)
    drawSmallPrint(canvas, texts, { left, top: 410, width: textWidth, height: foot - 416 });
}

const list = { left: 488, top: 306, width: right - 488, rowHeight: 24, maxRows: 6 };
const serialFrame = {
  width: list.width,
  height: 10,
  sizes: [8.5, 7.5, 6.5, 5.5, 4.5, 4],
  lines: 1,
  leading: 1,
};

const moreFrame = { width: list.width, height: 24, sizes: [8.5, 7.5, 6.5, 5.5], lines: 2, leading: 1.2 };

/** As many credits as fit. The page has all of them. */
export function drawCredits(canvas: Canvas, facts: CarbonFacts, i18n: I18n): void {
  const { credits } = facts;
  const heading = i18n.t('carbonCertificate.credits');
  const sum = sumText(facts, i18n);
  const drawTitle = () => {
    const end = canvas.line(heading, list.left, list.top, {
      size: 11.5,
      weight: 'semibold',
      colour: 'forest',
    });
    canvas.uncachedLine(sum, end + 10, list.top, { ...label, width: right - end - 10 });
  };
  canvas.element('H2', drawTitle, `${heading}: ${sum}`);
  const shown = credits.length > list.maxRows ? credits.slice(0, list.maxRows - 1) : credits;
  shown.forEach((row, index) => drawRow(canvas, row, list.top + 20 + index * list.rowHeight, i18n));
  const more = credits.length - shown.length + facts.creditsLeft;
  if (more === 0) return;
  const text = i18n.t('carbonCertificate.more', { count: more, address: facts.url });
  const { size, lines } = canvas.fit(text, 'regular', moreFrame);
  const top = list.top + 20 + shown.length * list.rowHeight;
  const draw = () =>
    lines.forEach((line, index) => canvas.draw(line, list.left, top + index * size * 1.2, size, 'moss'));
  canvas.element('P', draw, text);
}

function drawRow(canvas: Canvas, row: ShownCredits, y: number, i18n: I18n): void {
  const serial = cleanText(row.serial);
  const status = `${i18n.rounded(row.tonnes)} t · ${statusText(row, i18n)}`;
  const draw = () => {
    const { size, lines } = canvas.fit(serial, 'semibold', serialFrame);
    lines.forEach((line) => canvas.draw(line, list.left, y, size, 'forest'));
    canvas.uncachedLine(status, list.left, y + 10, { ...label, size: 7.5, width: list.width });
  };
  canvas.element('P', draw, `${serial} ${status}`);
}

/** The details of the certificate, what it says and does not say, and a QR code to verify it. */
export function drawCarbonRecord(canvas: Canvas, facts: CarbonFacts, i18n: I18n): void {
  drawEntries(canvas, entriesOf(facts, i18n));
  const width = code.left - left - 24;
  [i18n.t('certificate.verify'), footerText(i18n)].forEach((text, index) =>
    canvas.element('P', () => {
      canvas.line(text, left, foot + 76 + index * 12, { ...label, width });
    }),
  );
  drawCode(canvas, facts.url);
}

const unknown = '–';

function entriesOf(facts: CarbonFacts, i18n: I18n): Entry[] {
  const { t } = i18n;
  return [
    { label: t('carbonCertificate.project'), text: cleanText(facts.project.name), x: left, width: 118 },
    {
      label: t('app.carbonOffsets.registry'),
      text: cleanText(facts.registries.join(', ')) || unknown,
      x: left + 128,
      width: 76,
    },
    {
      label: t('carbonCertificate.standard'),
      text: qualityText(facts, i18n) ?? unknown,
      x: left + 214,
      width: 98,
    },
    {
      label: t('app.carbonOffsets.vintage'),
      text: vintageText(facts, i18n) ?? unknown,
      x: left + 322,
      width: 88,
    },
    { label: t('certificate.date'), text: i18n.date(facts.date), x: left + 420, width: 116, lines: 1 },
    { label: t('certificate.number'), text: facts.number, x: left + 546, width: 94, lines: 1 },
  ];
}
