import type { DocumentFacts, PrintedLine } from '../../../features/billing/document-facts.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, type Decimal } from '../../../platform/decimals.js';
import type { Canvas } from '../pdf/canvas.js';
import { drawAmount, drawRule, drawText, label, left, right, setText, type SetText } from './sheet.js';

const amountWidth = 96;
const textWidth = right - left - amountWidth;
const detailSize = 8;
const padding = 5;

/** A row of the table, measured before it is drawn. */
export interface Row {
  readonly text: SetText;
  readonly detail: SetText | undefined;
  readonly amount: string;
  readonly height: number;
}

export const moneyIn =
  ({ number }: I18n, currency: string) =>
  (amount: Decimal): string =>
    number(amount, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function rowsOf(canvas: Canvas, { lines, more, currency }: DocumentFacts, i18n: I18n): Row[] {
  const money = moneyIn(i18n, currency);
  const row = (text: string, detail: string | undefined, amount: Decimal): Row => {
    const set = setText(canvas, text, textWidth, { size: 9.5, smallest: 8.5, lines: 3 });
    const small =
      detail === undefined
        ? undefined
        : setText(canvas, detail, textWidth, { size: detailSize, colour: 'moss', lines: 2 });
    const height = set.height + (small?.height ?? 0) + 2 * padding;
    return { text: set, detail: small, amount: money(amount), height };
  };
  const rows = lines.map((line) => row(describe(line, i18n), detailsOf(line, i18n), line.amount));
  if (more) rows.push(row(i18n.t('invoice.linesLeft', { count: more.count }), undefined, more.amount));
  return rows;
}

const describe = ({ kind, projectName: project }: PrintedLine, { t }: I18n): string =>
  t(kind === 'biomass' ? 'app.invoices.reforestation' : 'app.invoices.carbon', { project });

function detailsOf({ date, pages, trees, mtco2e }: PrintedLine, i18n: I18n): string {
  const { t } = i18n;
  return [
    i18n.date(date, 'medium'),
    ...(pages === null ? [] : [t('app.amount.pages', { pages })]),
    ...(trees === null ? [] : [t('app.amount.trees', { trees })]),
    ...(mtco2e === null ? [] : [t('app.amount.tonnes', { tonnes: mtco2e })]),
  ].join(' · ');
}

export const headHeight = 20;

export function drawHead(canvas: Canvas, i18n: I18n, top: number): number {
  canvas.element('P', () => {
    canvas.line(i18n.t('app.invoices.description'), left, top + 10, { ...label, width: textWidth });
    drawAmount(canvas, i18n.t('app.invoices.amount'), top + 10, label);
  });
  drawRule(canvas, top + headHeight - 3);
  return top + headHeight;
}

export function drawRow(canvas: Canvas, { text, detail, amount, height }: Row, top: number): number {
  const draw = (): void => {
    drawText(canvas, text, left, top + padding);
    if (detail) drawText(canvas, detail, left, top + padding + text.height);
    drawAmount(canvas, amount, top + padding + text.fitted.size * 1.02, { size: 9.5, colour: 'forest' });
  };
  canvas.element('P', draw, [text.text, detail?.text, amount].filter(Boolean).join(' '));
  drawRule(canvas, top + height);
  return top + height;
}

/** Whole and fractional digits of a rate, without zeros at its end. */
export const percent = ({ number }: I18n, rate: Decimal): string =>
  number(decimal(rate).times('0.01').toFixed(), { style: 'percent', maximumFractionDigits: 3 });
