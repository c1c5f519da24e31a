import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { placeText } from '../certificate-figures/place.js';
import type { Canvas, LineStyle } from '../pdf/canvas.js';
import { drawMap, heightOfMap } from '../pdf/map-figure.js';
import { drawQrCode } from '../pdf/qr-figure.js';
import { operands, page } from '../pdf/theme.js';
import { priceText, type OfferFacts } from '../offer-page/offer-facts.js';

const left = page.margin;
const right = page.width - page.margin;
const textWidth = 400;
const map = { left: 468, top: 190, width: right - 468 };
const foot = 480;
const code = { size: 70, left: right - 70, top: foot + 18 };

const aside = { size: 12, colour: 'moss', width: textWidth } as const;
const label: LineStyle = { size: 8.5, colour: 'moss' };
const value = { height: 28, sizes: [11.5, 10.5, 9.5, label.size], lines: 2, leading: 1.2 };

export function drawSender(canvas: Canvas, facts: OfferFacts, { t }: I18n): void {
  canvas.decoration(() => {
    canvas.operators(`${operands('copper')} rg ${left} ${page.margin} 34 3 re f`);
  });
  canvas.element('H1', () => {
    canvas.line(t('offer.title'), left, 86, {
      size: 19,
      weight: 'semibold',
      colour: 'forest',
      width: textWidth,
    });
  });
  canvas.element('P', () => {
    canvas.line(t('offer.from'), left, 134, aside);
  });
  const name = cleanText(facts.accountName);
  const leading = 1.2;
  const { size, lines, direction } = canvas.fit(name, 'semibold', {
    width: textWidth,
    height: 84,
    sizes: [36, 33, 30, 27, 24, 21, 18, 15, aside.size],
    lines: 3,
    leading,
  });
  const widest = Math.max(...lines.map(({ width }) => width));
  const draw = (): void => {
    lines.forEach((line, index) => {
      const indent = direction === 1 ? ((widest - line.width) * size) / 1000 : 0;
      canvas.draw(line, left + indent, 142 + size * (1.02 + index * leading), size, 'forest');
    });
  };
  canvas.element('H2', draw, name);
}

/** Trees, pages and price. */
export function drawFigures(canvas: Canvas, facts: OfferFacts, i18n: I18n): void {
  const { t } = i18n;
  const { trees, pages } = facts;
  const number = i18n.number(trees);
  const unit = t('impact.trees');
  const drawTrees = (): void => {
    canvas.ownLine(number, left - 2, 312, {
      size: 60,
      weight: 'semibold',
      colour: 'copper',
      width: textWidth,
    });
    canvas.line(unit, left, 340, { size: 18, colour: 'forest', width: textWidth });
  };
  canvas.element('P', drawTrees, `${number} ${unit}`);
  canvas.element('P', () => {
    canvas.ownLine(t('certificate.pages', { pages }), left, 364, aside);
  });
  const price = priceText(facts, i18n);
  const drawPrice = (): void => {
    canvas.line(t('offer.price'), left, 410, aside);
    canvas.ownLine(price, left, 440, { size: 26, weight: 'semibold', colour: 'forest', width: textWidth });
  };
  canvas.element('P', drawPrice, `${t('offer.price')} ${price}`);
  const project = cleanText(facts.project.name);
  canvas.figure(() => drawMap(canvas, map, facts.project), {
    alt: t('certificate.mapAlt', { project }),
    box: [map.left, map.top, right, map.top + heightOfMap(map.width)],
  });
}

/** The details, and a QR code to the page if the quote has one. */
export function drawDetails(canvas: Canvas, facts: OfferFacts, i18n: I18n): void {
  const { t, date } = i18n;
  const { project, link } = facts;
  canvas.decoration(() => {
    canvas.operators(`${operands('rule')} RG 0.6 w ${left} ${foot} m ${right} ${foot} l S`);
  });
  const entries: [name: string, text: string][] = [
    [t('certificate.project'), cleanText(project.name)],
    [t('certificate.place'), placeText(project, i18n)],
    [t('certificate.date'), date(facts.quotedAt)],
    ...(link ? [[t('offer.validUntil'), date(link.expiresAt)] as [string, string]] : []),
    ...(facts.reference === null
      ? []
      : [[t('offer.reference'), cleanText(facts.reference)] as [string, string]]),
  ];
  const step = (code.left - 24 - left) / entries.length;
  entries.forEach(([name, text], index) => {
    const x = left + index * step;
    const width = step - 14;
    const { size, lines } = canvas.fit(text, 'semibold', { ...value, width });
    const draw = (): void => {
      canvas.line(name, x, foot + 24, { ...label, width });
      lines.forEach((line, row) => {
        canvas.draw(line, x, foot + 42 + row * size * value.leading, size, 'forest');
      });
    };
    canvas.element('P', draw, `${name} ${text}`);
  });
  if (!link) return;
  canvas.element('P', () => {
    canvas.line(t('offer.scan'), left, foot + 82, { ...label, width: code.left - left - 24 });
  });
  canvas.figure(() => drawQrCode(canvas, link.url, code.left, code.top, code.size), {
    alt: link.url,
    box: [code.left, code.top, code.left + code.size, code.top + code.size],
  });
}
