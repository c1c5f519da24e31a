import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { coordinatesText, placeName } from '../../../messages/places/place-name.js';
import type { Canvas, LineStyle } from '../pdf/canvas.js';
import { drawMap, heightOfMap } from '../pdf/map-figure.js';
import { drawLogo } from '../pdf/logo-figure.js';
import { drawQrCode } from '../pdf/qr-figure.js';
import { drawSmallPrint } from '../pdf/small-print.js';
import { methodologyParts } from '../methodology-part.js';
import { operands, page } from '../pdf/theme.js';
import { paperTexts, priceText, type OfferFacts } from '../offer-page/offer-facts.js';

const left = page.margin;
const right = page.width - page.margin;
const textWidth = 400;
const map = { left: 468, top: page.margin, width: right - 468 };
/** Below the map. */
const paper = { top: map.top + heightOfMap(map.width) + 36, lineHeight: 17, size: 10.5 };
const foot = 480;
const code = { size: 70, left: right - 70, top: foot + 18 };

const aside = { size: 12, colour: 'moss', width: textWidth } as const;
const label: LineStyle = { size: 8.5, colour: 'moss' };
const value = { height: 30, sizes: [11.5, 10.5, 9.5, label.size], lines: 2, leading: 1.2 };
/** A date stays on one line, so that it is easy to read. */
const dateValue = { ...value, lines: 1 };

interface Entry {
  readonly name: string;
  readonly text: string;
  /** Of the width. */
  readonly share: number;
  readonly isDate?: boolean;
}

export function drawSender(canvas: Canvas, facts: OfferFacts, { t }: I18n): void {
  drawLogo(canvas, left - 4, page.margin - 12, 34);
  canvas.element('H1', () => {
    canvas.line(t('offer.title'), left, 98, {
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
  // Above a recipient there is less room.
  const room = facts.recipient === null ? { height: 100, lines: 6 } : { height: 58, lines: 4 };
  canvas.element('H2', nameAt(canvas, name, { top: 142, sizes: senderSizes, ...room }), name);
}

const senderSizes = [36, 33, 30, 27, 24, 21, 18, 15, 13.5, aside.size];

/** Whom the quote is for, between the sender and the figures. */
export function drawRecipient(canvas: Canvas, { recipient }: OfferFacts, { t }: I18n): void {
  if (recipient === null) return;
  const name = cleanText(recipient);
  const drawName = nameAt(canvas, name, { top: 222, height: 34, lines: 3, sizes: [16, 14, 12, 10.5, 9.5] });
  const draw = (): void => {
    canvas.line(t('offer.recipient'), left, 219, { ...label, width: textWidth });
    drawName();
  };
  canvas.element('P', draw, `${t('offer.recipient')} ${name}`);
}

interface NamePlace {
  readonly top: number;
  readonly height: number;
  readonly lines: number;
  readonly sizes: readonly number[];
}

/** Draws a name in its own direction, as large as it fits. */
function nameAt(canvas: Canvas, name: string, { top, ...room }: NamePlace): () => void {
  const leading = 1.2;
  const { size, lines, direction } = canvas.fit(name, 'semibold', { width: textWidth, leading, ...room });
  const widest = Math.max(...lines.map(({ width }) => width));
  return () => {
    lines.forEach((line, index) => {
      const indent = direction === 1 ? ((widest - line.width) * size) / 1000 : 0;
      canvas.draw(line, left + indent, top + size * (1.02 + index * leading), size, 'forest');
    });
  };
}

/** Trees, pages and price. */
export function drawFigures(canvas: Canvas, facts: OfferFacts, i18n: I18n): void {
  const { t } = i18n;
  const { trees, pages } = facts;
  const number = i18n.rounded(trees);
  const unit = t('impact.trees');
  const drawTrees = (): void => {
    canvas.uncachedLine(number, left - 2, 312, {
      size: 60,
      weight: 'semibold',
      colour: 'copper',
      width: textWidth,
    });
    canvas.line(unit, left, 340, { size: 18, colour: 'forest', width: textWidth });
  };
  canvas.element('P', drawTrees, `${number} ${unit}`);
  canvas.element('P', () => {
    canvas.uncachedLine(t('certificate.pages', { pages }), left, 364, aside);
  });
  const price = priceText(facts, i18n);
  const drawPrice = (): void => {
    canvas.line(t('offer.price'), left, 410, aside);
    canvas.uncachedLine(price, left, 438, {
      size: 26,
      weight: 'semibold',
      colour: 'forest',
      width: textWidth,
    });
    canvas.line(t('offer.taxNote'), left, 458, { ...label, width: textWidth });
  };
  canvas.element('P', drawPrice, `${t('offer.price')} ${price} ${t('offer.taxNote')}`);
  const project = cleanText(facts.project.name);
  canvas.figure(() => drawMap(canvas, map, facts.project), {
    alt: t('certificate.mapAlt', { project }),
    box: [map.left, map.top, right, map.top + heightOfMap(map.width)],
  });
}

/** The paper that the trees are for, as far as there is room. */
export function drawPaper(canvas: Canvas, facts: OfferFacts, i18n: I18n): void {
  const heading = i18n.t('app.items.title');
  const room = Math.floor((foot - 12 - paper.top) / paper.lineHeight);
  const texts = paperTexts(facts, i18n, room);
  const draw = (): void => {
    canvas.line(heading, map.left, paper.top, label);
    texts.forEach((text, index) => {
      const y = paper.top + (index + 1) * paper.lineHeight;
      canvas.uncachedLine(text, map.left, y, { size: paper.size, colour: 'forest', width: map.width });
    });
  };
  canvas.element('P', draw, [heading, ...texts].join('\n'));
}

/** The details, and a QR code to the page if the quote has one. */
export function drawDetails(canvas: Canvas, facts: OfferFacts, i18n: I18n): void {
  const { t, date } = i18n;
  const { project, url, validUntil } = facts;
  canvas.decoration(() => {
    canvas.operators(`${operands('rule')} RG 0.6 w ${left} ${foot} m ${right} ${foot} l S`);
  });
  const entries: Entry[] = [
    { name: t('certificate.project'), text: cleanText(project.name), share: 4 },
    {
      name: t('certificate.place'),
      text: placeName(project, i18n) || coordinatesText(project, i18n),
      share: 3,
    },
    { name: t('certificate.date'), text: date(facts.quotedAt), share: 4, isDate: true },
    ...(validUntil ? [{ name: t('offer.validUntil'), text: date(validUntil), share: 4, isDate: true }] : []),
    // References of other systems are often long.
    ...(facts.reference === null
      ? []
      : [{ name: t('offer.reference'), text: cleanText(facts.reference), share: 7 }]),
  ];
  const end = url === undefined ? right : code.left - 24;
  const unit = (end - left) / entries.reduce((sum, { share }) => sum + share, 0);
  let next = left;
  for (const { name, text, share, isDate } of entries) {
    const x = next;
    const width = share * unit - 14;
    next += share * unit;
    const { size, lines } = canvas.fit(text, 'semibold', { ...(isDate ? dateValue : value), width });
    const draw = (): void => {
      canvas.line(name, x, foot + 24, { ...label, width });
      lines.forEach((line, row) => {
        canvas.draw(line, x, foot + 42 + row * size * value.leading, size, 'forest');
      });
    };
    canvas.element('P', draw, `${name} ${text}`);
  }
  const small = [t('claims.note'), ...(facts.methodology ? methodologyParts(facts.methodology, i18n) : [])];
  drawSmallPrint(canvas, small, { left, top: foot + 86, width: end - left, height: 20 });
  if (url === undefined) return;
  canvas.element('P', () => {
    canvas.line(t('offer.scan'), left, foot + 80, { ...label, width: code.left - left - 24 });
  });
  canvas.figure(() => drawQrCode(canvas, url, code.left, code.top, code.size), {
    alt: url,
    box: [code.left, code.top, code.left + code.size, code.top + code.size],
  });
}
