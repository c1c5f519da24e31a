import type { DocumentFacts } from '../../../features/billing/document-facts.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, type Decimal } from '../../../platform/decimals.js';
import type { Canvas } from '../pdf/canvas.js';
import { moneyIn, percent } from './line-rows.js';
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

const sumsLeft = left + 230;
const sumHeight = 19;
const amountWidth = 110;

interface Sum {
  readonly name: LaidOutText;
  readonly amount: string;
  /** Below a rule, in bold. */
  readonly isResult: boolean;
}

/** The sums and how to pay, measured before they are drawn: they stay together. */
export interface Totals {
  readonly sums: readonly Sum[];
  readonly payment: readonly LaidOutText[];
  readonly height: number;
}

export function totalsOf(canvas: Canvas, facts: DocumentFacts, i18n: I18n): Totals {
  const { net, tax, total, currency, seller, credit, settled } = facts;
  const { t } = i18n;
  const money = moneyIn(i18n, currency);
  const sum = (name: string, amount: Decimal, isResult: boolean): Sum => ({
    name: layOutText(canvas, name, right - sumsLeft - amountWidth, {
      size: isResult ? 11 : 9.5,
      smallest: 7,
      weight: isResult ? 'semibold' : 'regular',
    }),
    amount: money(amount),
    isResult,
  });
  const less = (name: string, amount: Decimal): Sum[] =>
    decimal(amount).eq(0) ? [] : [sum(name, decimal(amount).neg().toFixed(), false)];
  const sums = [
    ...(tax
      ? [
          sum(t('app.invoices.net'), net, false),
          sum(
            t('app.invoices.tax', {
              name: tax.name ?? t('app.invoices.taxWord'),
              rate: percent(i18n, tax.rate),
            }),
            tax.amount,
            false,
          ),
        ]
      : []),
    sum(t('app.invoices.total'), total, true),
    ...(settled
      ? [
          ...less(t('app.invoices.creditNotes'), settled.credited),
          ...(settled.paid
            ? less(`${t('app.invoices.paidOn')} ${i18n.date(settled.paid.on)}`, settled.paid.amount)
            : []),
          sum(t('invoice.toPay'), settled.left, true),
        ]
      : []),
  ];
  // A credit note is not paid by its recipient, nor is what has been settled.
  const isOpen = !credit && (!settled || decimal(settled.left).gt(0));
  const payment = (isOpen ? (seller?.payment ?? []) : []).map((line) =>
    layOutText(canvas, line, right - left, { size: 9, smallest: 7.5, lines: 2 }),
  );
  const paymentHeight =
    payment.length === 0 ? 0 : 44 + payment.reduce((height, line) => height + line.height, 0);
  return { sums, payment, height: 14 + sums.length * sumHeight + 8 + paymentHeight };
}

export function drawTotals(canvas: Canvas, { sums, payment }: Totals, i18n: I18n, top: number): void {
  let y = top + 14;
  sums.forEach(({ name, amount, isResult }, index) => {
    if (isResult && index > 0) drawRule(canvas, y, sumsLeft);
    const draw = (): void => {
      drawText(canvas, name, sumsLeft, y + 5);
      drawAmount(canvas, amount, y + 5 + name.fitted.size * 1.02, {
        size: isResult ? 11 : 9.5,
        weight: isResult ? 'semibold' : 'regular',
        // What is to be paid.
        colour: index === sums.length - 1 ? 'copper' : 'forest',
        width: amountWidth,
      });
    };
    canvas.element('P', draw, `${name.text} ${amount}`);
    y += sumHeight;
  });
  if (payment.length === 0) return;
  y += 30;
  const heading = i18n.t('app.invoices.payment');
  const draw = (): void => {
    canvas.line(heading, left, y + 8, label);
    let line = y + 14;
    for (const text of payment) {
      drawText(canvas, text, left, line);
      line += text.height;
    }
  };
  canvas.element('P', draw, [heading, ...payment.map(({ text }) => text)].join('\n'));
}
