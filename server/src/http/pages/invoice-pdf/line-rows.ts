import type { DocumentFacts, PrintedLine } from '../../../features/billing/document-facts.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, divide, type Decimal } from '../../../platform/decimals.js';
import type { Canvas, LineStyle } from '../pdf/canvas.js';
import {
  drawAmount,
  drawRule,
  drawText,
  label,
  left,
  right,
  layOutText,
  type LaidOutText,
} from './page-layout.js';

const [quantityWidth, priceWidth, amountWidth, columnGap] = [96, 72, 84, 10];
/** Where the columns end. */
const ends = { quantity: right - amountWidth - priceWidth, price: right - amountWidth, amount: right };
const textWidth = ends.quantity - quantityWidth - left;
const detailSize = 8;
const padding = 5;

/** A row of the table, measured before it is drawn. */
export interface Row {
  readonly text: LaidOutText;
  readonly detail: LaidOutText | undefined;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly height: number;
}

export const moneyIn =
  ({ number }: I18n, currency: string) =>
  (amount: Decimal): string =>
    number(amount, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function rowsOf(canvas: Canvas, { lines, more, currency }: DocumentFacts, i18n: I18n): Row[] {
  const money = moneyIn(i18n, currency);
  const row = (text: string, detail: string | undefined, amount: Decimal, measure?: Measure): Row => {
    const set = layOutText(canvas, text, textWidth, { size: 9.5, smallest: 8.5, lines: 3 });
    const small =
      detail === undefined
        ? undefined
        : layOutText(canvas, detail, textWidth, { size: detailSize, colour: 'moss', lines: 2 });
    const height = set.height + (small?.height ?? 0) + 2 * padding;
    return {
      text: set,
      detail: small,
      quantity: measure?.quantity ?? '',
      unitPrice: measure?.unitPrice ?? '',
      amount: money(amount),
      height,
    };
  };
  const rows = lines.map((line) =>
    row(describe(line, i18n), detailsOf(line, i18n), line.amount, measureOf(line, currency, i18n)),
  );
  if (more) rows.push(row(i18n.t('invoice.linesLeft', { count: more.count }), undefined, more.amount));
  return rows;
}

const describe = ({ kind, projectName: project }: PrintedLine, { t }: I18n): string =>
  t(kind === 'biomass' ? 'app.invoices.reforestation' : 'app.invoices.carbon', { project });

const detailsOf = ({ date, trees }: PrintedLine, i18n: I18n): string =>
  [i18n.date(date, 'medium'), ...(trees === null ? [] : [i18n.t('app.amount.trees', { trees })])].join(' · ');

interface Measure {
  readonly quantity: string;
  readonly unitPrice: string;
}

/** Pages or tonnes, and what one of them costs: prices are per page and per tonne. */
function measureOf(
  { pages, mtco2e, price }: PrintedLine,
  currency: string,
  { t, number }: I18n,
): Measure | undefined {
  const count = pages ?? mtco2e;
  if (count === null || Number(count) === 0) return undefined;
  return {
    quantity:
      pages === null ? t('app.amount.tonnes', { tonnes: String(count) }) : t('app.amount.pages', { pages }),
    unitPrice: number(divide(decimal(price), decimal(count), 6).toFixed(), {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
    }),
  };
}

export const headHeight = 20;

export function drawHead(canvas: Canvas, i18n: I18n, top: number): number {
  const { t } = i18n;
  const names = {
    quantity: t('invoice.quantity'),
    unitPrice: t('invoice.unitPrice'),
    amount: t('app.invoices.amount'),
  };
  canvas.element('P', () => {
    canvas.line(t('app.invoices.description'), left, top + 10, { ...label, width: textWidth });
    drawColumns(canvas, names, top + 10, label);
  });
  drawRule(canvas, top + headHeight - 3);
  return top + headHeight;
}

export function drawRow(canvas: Canvas, row: Row, top: number): number {
  const { text, detail, quantity, unitPrice, amount, height } = row;
  const draw = (): void => {
    drawText(canvas, text, left, top + padding);
    if (detail) drawText(canvas, detail, left, top + padding + text.height);
    drawColumns(canvas, row, top + padding + text.fitted.size * 1.02, { size: 9.5, colour: 'forest' });
  };
  const parts = [text.text, detail?.text, quantity, unitPrice, amount];
  canvas.element('P', draw, parts.filter(Boolean).join(' '));
  drawRule(canvas, top + height);
  return top + height;
}

function drawColumns(
  canvas: Canvas,
  { quantity, unitPrice, amount }: Pick<Row, 'quantity' | 'unitPrice' | 'amount'>,
  baseline: number,
  style: LineStyle,
): void {
  const columns = [
    [quantity, ends.quantity, quantityWidth],
    [unitPrice, ends.price, priceWidth],
    [amount, ends.amount, amountWidth],
  ] as const;
  for (const [text, end, width] of columns)
    if (text !== '') drawAmount(canvas, text, baseline, { ...style, width: width - columnGap }, end);
}

/** Whole and fractional digits of a rate, without zeros at its end. */
export const percent = ({ number }: I18n, rate: Decimal): string =>
  number(decimal(rate).times('0.01').toFixed(), { style: 'percent', maximumFractionDigits: 3 });
