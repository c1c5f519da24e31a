import type { I18n } from '../../../messages/i18n.js';
import { drawAmount, label, left, portraitPage } from '../invoice-pdf/page-layout.js';
import { Canvas } from '../pdf/canvas.js';
import { drawLogo } from '../pdf/logo-figure.js';
import { sandboxPageMark } from '../pdf/sandbox-figure.js';
import type { ReportFacts } from './report-forms.js';
import { headingLines, titleOf } from './report-heading.js';
import { heading, paginate, paragraph, space, tableBlocks, type Block } from './report-layout.js';
import { certificateTable, tablesOfLevel, type Table } from './report-tables.js';

/** More than anyone reads on paper. The other forms have more. */
const maxCertificates = 500;

const title = { size: 12, weight: 'semibold', lines: 2 } as const;
const levelTitle = { size: 15, weight: 'semibold', colour: 'copper', lines: 2 } as const;
const body = { size: 8.5 } as const;
const note = { size: 8, colour: 'moss' } as const;

/** The report as PDF. The same facts and language give the same bytes. */
export function renderReportPdf(facts: ReportFacts, i18n: I18n): Promise<Buffer> {
  const { report } = facts;
  const canvas = new Canvas({
    title: titleOf(report, i18n),
    locale: i18n.locale,
    date: new Date(report.as_of),
    size: [portraitPage.width, portraitPage.height],
    mark: sandboxPageMark(facts, i18n),
  });
  const section = (table: Table): Block[] => [
    space(10),
    heading(canvas, table.title, title),
    ...(table.rows.length === 0
      ? [paragraph(canvas, i18n.t('report.none'), note)]
      : tableBlocks(canvas, table, i18n)),
    ...(table.note === undefined ? [] : [space(3), paragraph(canvas, table.note, note)]),
  ];
  const isOfMany = report.levels.length > 1;
  const pages = paginate([
    ...letterhead(canvas, facts, i18n),
    ...report.levels.flatMap((level) => [
      ...(isOfMany ? [space(16), heading(canvas, i18n.t(`app.overview.${level.level}`), levelTitle)] : []),
      ...tablesOfLevel(level, report, i18n)
        .filter(({ rows }, index, all) => rows.length > 0 || index < all.length - 1)
        .flatMap(section),
    ]),
    ...section(certificateTable(report, i18n, maxCertificates)),
    space(10),
    heading(canvas, i18n.t('report.method.title'), title),
    ...report.method.map((text) => paragraph(canvas, text, body)),
  ]);
  pages.forEach((blocks, index) => {
    if (index > 0) canvas.newPage();
    let y = portraitPage.margin;
    for (const block of blocks) {
      block.draw(y);
      y += block.height;
    }
    drawFoot(canvas, facts, i18n, { page: index + 1, pages: pages.length });
  });
  return canvas.finish();
}

const markSize = 34;

function letterhead(canvas: Canvas, { report }: ReportFacts, i18n: I18n): Block[] {
  return [
    { height: markSize + 6, draw: (top) => drawLogo(canvas, left - 4, top - 8, markSize) },
    paragraph(canvas, titleOf(report, i18n), { size: 22, weight: 'semibold', lines: 2 }, 'H1'),
    paragraph(canvas, report.account_name, { size: 13, smallest: 9, weight: 'semibold', lines: 6 }),
    ...headingLines(report, i18n).map(({ text, isWarning }) =>
      paragraph(canvas, text, { size: 9, ...(isWarning && { colour: 'ember' }) }),
    ),
  ];
}

function drawFoot(
  canvas: Canvas,
  { report }: ReportFacts,
  i18n: I18n,
  place: { readonly page: number; readonly pages: number },
): void {
  const y = portraitPage.height - portraitPage.margin;
  const name = titleOf(report, i18n);
  const page = i18n.t('invoice.page', { page: place.page, pages: place.pages });
  const draw = (): void => {
    canvas.uncachedLine(name, left, y, label);
    drawAmount(canvas, page, y, label);
  };
  canvas.element('P', draw, `${name} ${page}`);
}
