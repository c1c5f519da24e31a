import type { DocumentFacts } from '../../../features/billing/document-facts.js';
import type { I18n } from '../../../messages/i18n.js';
import { Canvas } from '../pdf/canvas.js';
import { sandboxPageMark } from '../pdf/sandbox-figure.js';
import { drawLetterhead, titleOf } from './letterhead.js';
import { drawHead, drawRow, headHeight, rowsOf, type Row } from './line-rows.js';
import { bottom, drawAmount, label, left, portraitPage } from './page-layout.js';
import { drawTotals, totalsOf } from './totals.js';

/** An invoice or a credit note as PDF. The same facts and language give the same bytes. */
export function renderDocument(facts: DocumentFacts, i18n: I18n): Promise<Buffer> {
  const canvas = new Canvas({
    // The library also writes the title to XML, unescaped. It never contains names.
    title: `${titleOf(facts, i18n)} ${facts.number}`.replace(/[<>&]/gu, ''),
    locale: i18n.locale,
    date: facts.issued,
    size: [portraitPage.width, portraitPage.height],
    mark: sandboxPageMark(facts, i18n, 'document'),
  });
  const start = drawLetterhead(canvas, facts, i18n);
  const totals = totalsOf(canvas, facts, i18n);
  const pages = paginate(rowsOf(canvas, facts, i18n), start, totals.height);
  pages.forEach((rows, index) => {
    if (index > 0) canvas.newPage();
    let y = index === 0 ? start : portraitPage.margin;
    if (rows.length > 0) y = drawHead(canvas, i18n, y);
    for (const row of rows) y = drawRow(canvas, row, y);
    if (index === pages.length - 1) drawTotals(canvas, totals, i18n, y);
    drawFoot(canvas, facts, i18n, { page: index + 1, pages: pages.length });
  });
  return canvas.finish();
}

/** The rows of each page. The last page has room for the totals, with a row that they belong to where there are several. */
function paginate(rows: readonly Row[], start: number, totalsHeight: number): Row[][] {
  const pages: Row[][] = [[]];
  let y = start + headHeight;
  for (const row of rows) {
    if (y + row.height > bottom) {
      pages.push([]);
      y = portraitPage.margin + headHeight;
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  const last = pages.at(-1) ?? [];
  if (y + totalsHeight > bottom) pages.push(last.length > 1 ? last.splice(-1) : []);
  return pages;
}

function drawFoot(
  canvas: Canvas,
  { number }: DocumentFacts,
  { t }: I18n,
  place: { readonly page: number; readonly pages: number },
): void {
  const y = portraitPage.height - portraitPage.margin;
  const page = t('invoice.page', { page: place.page, pages: place.pages });
  const draw = (): void => {
    canvas.uncachedLine(number, left, y, label);
    drawAmount(canvas, page, y, label);
  };
  canvas.element('P', draw, `${number} ${page}`);
}
