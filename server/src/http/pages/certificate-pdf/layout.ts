import type { MessageKey } from '../../../messages/catalogues.js';
import type { I18n } from '../../../messages/i18n.js';
import { growthRings, ringUnit, type Ring } from '../certificate-figures/growth-rings.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { exactTrees } from '../exact-trees.js';
import { placeText } from '../certificate-figures/place.js';
import { logText } from '../certificate-log.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { Canvas, LineStyle } from '../pdf/canvas.js';
import { drawMap, heightOfMap } from '../pdf/map-figure.js';
import { drawPicture } from './picture-figure.js';
import { drawQrCode } from '../pdf/qr-figure.js';
import { methodologyText } from '../methodology-part.js';
import { drawSmallPrint } from '../pdf/small-print.js';
import { operands, page } from '../pdf/theme.js';

const left = page.margin;
const right = page.width - page.margin;
const textWidth = 400;
// Extends beyond the page.
const trunk = { x: 694, y: 112, radius: 178 };
const map = { left: 468, top: 312, width: right - 472 };
const foot = 480;
const code = { size: 70, left: right - 70, top: foot + 18 };

const aside = { size: 12, colour: 'moss' } as const;
const label: LineStyle = { size: 8.5, colour: 'moss' };
// Never smaller than the label above it. Longer text wraps, if necessary within a word.
const value = { height: 28, sizes: [11.5, 10.5, 9.5, label.size], lines: 2, leading: 1.2 };
/** A date stays on one line, so that it is easy to read. */
const dateValue = { ...value, lines: 1 };

export function drawHeading(canvas: Canvas, i18n: I18n): void {
  canvas.decoration(() => {
    canvas.operators(`${operands('copper')} rg ${left} ${page.margin} 34 3 re f`);
  });
  canvas.element('H1', () => {
    canvas.line(i18n.t('certificate.title'), left, 86, {
      size: 19,
      weight: 'semibold',
      colour: 'forest',
      width: textWidth,
    });
  });
}

/** The name is the most prominent text. */
export function drawDedication(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const leading = 1.2;
  const accountName = cleanText(facts.accountName);
  const name = canvas.fit(accountName, 'semibold', {
    width: textWidth,
    height: 112,
    // Never smaller than the text above it.
    sizes: [46, 42, 39, 36, 33, 30, 27, 25, 23, 21, 19, 17, 15, 13, aside.size],
    lines: 7,
    leading,
  });
  const top = 168;
  canvas.element('P', () => {
    canvas.line(i18n.t('certificate.presentedTo'), left, top - 8, { ...aside, width: textWidth });
  });
  const drawName = () => {
    const widest = Math.max(...name.lines.map(({ width }) => width));
    name.lines.forEach((line, index) => {
      const indent = name.direction === 1 ? ((widest - line.width) * name.size) / 1000 : 0;
      canvas.draw(line, left + indent, top + name.size * (1.02 + index * leading), name.size, 'forest');
    });
  };
  canvas.element('H2', drawName, accountName);
}

/** The number of trees and pages. */
export function drawTrees(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const number = i18n.trees(facts.trees);
  const unit = i18n.t('certificate.trees', { trees: facts.trees });
  const draw = () => {
    // Optical alignment: large digits have more space on their left than small letters.
    canvas.ownLine(number, left - 2, 382, {
      size: 66,
      weight: 'semibold',
      colour: 'copper',
      width: textWidth,
    });
    canvas.line(unit, left, 412, { size: 18, colour: 'forest', width: textWidth });
  };
  canvas.element('P', draw, `${number} ${unit}`);
  canvas.element('P', () => {
    const text = i18n.t('certificate.pages', { pages: facts.pages });
    canvas.ownLine(text, left, 436, { ...aside, width: textWidth });
  });
}

/** How many trees exactly, as the log proves it, and by which methodology. */
export function drawMethod(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const texts = [
    exactTrees(facts.trees, i18n),
    facts.methodology ? methodologyText(facts.methodology, i18n) : undefined,
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
  canvas.decoration(() => {
    const rings = growthRings(facts.id, trunk.x, trunk.y, heart, trunk.radius, heart > 10 ? 13 : 24);
    const accent = Math.floor(rings.length * 0.6);
    const drawn = rings.map((ring, index) => {
      const [colour, width] = index === accent ? (['copper', 1] as const) : (['sage', 0.5] as const);
      return `${operands(colour)} RG ${width * ringUnit} w\n${pathOf(ring)} S`;
    });
    canvas.operators(`q ${1 / ringUnit} 0 0 ${1 / ringUnit} 0 0 cm`, ...drawn, 'Q');
  });
  const box = [map.left, map.top, right, map.top + heightOfMap(map.width)] as const;
  canvas.figure(() => drawMap(canvas, map, project), {
    alt: i18n.t('certificate.mapAlt', { project: name }),
    box,
  });
}

function pathOf({ start, curves }: Ring): string {
  return `${start.join(' ')} m\n${curves.map((curve) => `${curve.join(' ')} c`).join('\n')} h`;
}

/** The details of the certificate, and a QR code to verify it. */
export function drawRecord(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const { project } = facts;
  canvas.decoration(() => {
    canvas.operators(`${operands('rule')} RG 0.6 w ${left} ${foot} m ${right} ${foot} l S`);
  });
  const entries: [key: MessageKey, text: string, x: number, width: number, style: typeof value][] = [
    ['certificate.project', cleanText(project.name), left, 210, value],
    ['certificate.place', placeText(project, i18n), left + 226, 120, value],
    ['certificate.date', i18n.date(facts.date), left + 362, 116, dateValue],
    ['certificate.number', cleanText(facts.number), left + 494, 110, value],
  ];
  for (const [key, text, x, width, style] of entries) {
    const name = i18n.t(key);
    const { size, lines } = canvas.fit(text, 'semibold', { ...style, width });
    const draw = () => {
      canvas.line(name, x, foot + 24, { ...label, width });
      lines.forEach((line, index) => {
        canvas.draw(line, x, foot + 42 + index * size * value.leading, size, 'forest');
      });
    };
    canvas.element('P', draw, `${name} ${text}`);
  }
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
      canvas.ownLine(log, left, foot + 96, { ...label, width });
    });
  const { size, top } = code;
  canvas.figure(() => drawQrCode(canvas, facts.url, code.left, top, size), {
    alt: facts.url,
    box: [code.left, top, code.left + size, top + size],
  });
}
