import type { DocumentFacts } from '../../../features/billing/document-facts.js';
import type { I18n } from '../../../messages/i18n.js';
import { isoMonth } from '../../../platform/time/months.js';
import type { Canvas } from '../pdf/canvas.js';
import { drawLogo } from '../pdf/logo-figure.js';
import {
  drawText,
  label,
  left,
  right,
  layOutText,
  portraitPage,
  type LaidOutText,
  type TextStyle,
} from './page-layout.js';

const columnGap = 24;
const column = (right - left - columnGap) / 2;
const secondColumn = left + column + columnGap;
/** The longest legal name is complete: an invoice without it may not count. */
const name: TextStyle = { size: 12, smallest: 8, weight: 'semibold', lines: 7 };
const headingEnd = 116;
const plain: TextStyle = { size: 9, smallest: 7.5, lines: 2 };

/** Title, seller, buyer and the facts about the document. Returns where the next part can begin. */
export function drawLetterhead(canvas: Canvas, facts: DocumentFacts, i18n: I18n): number {
  drawLogo(canvas, left - 4, portraitPage.margin - 8, 34);
  canvas.element('H1', () => {
    canvas.line(titleOf(facts, i18n), left, 106, {
      size: 22,
      weight: 'semibold',
      colour: 'forest',
      width: column,
    });
  });
  const sellerEnd = facts.seller
    ? drawParty(canvas, i18n, i18n.t('app.invoices.from'), facts.seller, {
        x: secondColumn,
        top: portraitPage.margin,
      })
    : headingEnd;
  const top = Math.max(sellerEnd, headingEnd) + 26;
  const buyerEnd = drawParty(canvas, i18n, i18n.t('app.invoices.billedTo'), facts.buyer, { x: left, top });
  const factsEnd = drawFacts(canvas, factsOf(facts, i18n), top);
  return Math.max(buyerEnd, factsEnd) + 30;
}

export const titleOf = ({ credit }: DocumentFacts, { t }: I18n): string =>
  t(credit ? 'invoice.creditNote' : 'app.invoices.word');

interface Party {
  readonly name: string;
  readonly address: readonly string[];
  readonly taxId: string | null;
}

interface Place {
  readonly x: number;
  readonly top: number;
}

function drawParty(canvas: Canvas, i18n: I18n, heading: string, party: Party, { x, top }: Place): number {
  const taxId = party.taxId === null ? [] : [i18n.t('app.invoices.taxId', { id: party.taxId })];
  const texts = [
    layOutText(canvas, party.name, column, name),
    ...[...party.address, ...taxId].map((line) => layOutText(canvas, line, column, plain)),
  ];
  let y = top + 14;
  const draw = (): void => {
    canvas.line(heading, x, top + 8, { ...label, width: column });
    for (const text of texts) {
      drawText(canvas, text, x, y);
      y += text.height;
    }
  };
  canvas.element('P', draw, [heading, ...texts.map(({ text }) => text)].join('\n'));
  return y;
}

type Fact = readonly [name: string, value: string];

function factsOf(facts: DocumentFacts, i18n: I18n): Fact[] {
  const { number, issued, due, credit, buyer } = facts;
  const { t, date } = i18n;
  return [
    [t('app.invoices.number'), number],
    [t('app.invoices.issued'), date(issued)],
    ...(credit ? [[t('invoice.forInvoice'), credit.invoice] as const] : []),
    [t('invoice.period'), periodText(facts, i18n)],
    ...(due ? [[t('app.invoices.due'), date(due)] as const] : []),
    ...(buyer.reference === null ? [] : [[t('app.invoices.reference'), buyer.reference] as const]),
    ...(credit ? [[t('invoice.reason'), credit.reason] as const] : []),
  ];
}

/** The month, unless lines are of other months. */
function periodText(
  { month, period: { from, to } }: DocumentFacts,
  { date, month: monthText }: I18n,
): string {
  if ([from, to].every((day) => isoMonth(day) === isoMonth(month))) return monthText(month);
  const [first, last] = [date(from, 'medium'), date(to, 'medium')];
  return first === last ? first : `${first} – ${last}`;
}

/** Names in one column, values in the next. */
function drawFacts(canvas: Canvas, facts: readonly Fact[], top: number): number {
  const nameWidth = 84;
  let y = top;
  for (const [key, value] of facts) {
    const set: LaidOutText = layOutText(canvas, value, column - nameWidth, {
      size: 9,
      smallest: 8,
      weight: 'semibold',
      lines: 4,
    });
    const draw = (): void => {
      canvas.line(key, secondColumn, y + 8, { ...label, width: nameWidth - 8 });
      drawText(canvas, set, secondColumn + nameWidth, y - 1);
    };
    canvas.element('P', draw, `${key} ${set.text}`);
    y += Math.max(set.height, 12) + 3;
  }
  return y;
}
