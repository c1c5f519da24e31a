import writeXlsxFile, { type Cell as XlsxCell, type Row, type SheetData } from 'write-excel-file/node';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, roundHalfUp } from '../../../platform/decimals.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { markText, sandboxMark } from '../sandbox-mark.js';
import type { ReportFacts } from './report-forms.js';
import { headingLines, titleOf } from './report-heading.js';
import {
  certificateTable,
  kindOf,
  tablesOfLevel,
  type Cell,
  type ColumnKind,
  type Table,
} from './report-tables.js';

/** Spreadsheets calculate with 15 digits. */
const exactDigits = 15;
const decimals = 6;

type NumberKind = Exclude<ColumnKind, 'text' | 'day'>;

const formats: Readonly<Record<NumberKind, string>> = {
  whole: '#,##0',
  kilograms: '#,##0.000000',
  tonnes: '#,##0.000000',
  trees: '#,##0.000000',
  factor: '0.0#####',
  share: '0.00%',
};

/** A workbook with a sheet for each part. Texts are never formulas, whatever they start with. */
export function renderReportXlsx({ report, isSandbox }: ReportFacts, i18n: I18n): Promise<Buffer> {
  const levels = report.levels.map((level) => ({
    name: i18n.t(`app.overview.${level.level}`),
    tables: tablesOfLevel(level, report, i18n),
  }));
  const [first] = levels;
  const parts = (first?.tables ?? []).map((table, index) => combined(table, levels, index, i18n));
  const tables = [...parts, certificateTable(report, i18n, report.certificates.length)];
  const mark = sandboxMark({ isSandbox }, i18n);
  const texts = [
    ...(mark ? [markText(mark)] : []),
    titleOf(report, i18n),
    report.account_name,
    ...headingLines(report, i18n).map(({ text }) => text),
    '',
    i18n.t('report.method.title'),
    ...report.method,
    ...tables.flatMap(({ note }) => (note === undefined ? [] : [note])),
  ];
  const bold = new Set([titleOf(report, i18n), i18n.t('report.method.title')]);
  const names = new Set<string>();
  return writeXlsxFile([
    {
      sheet: sheetName(titleOf(report, i18n), names),
      data: texts.map((text): Row => [textCell(text, bold.has(text))]),
      columns: [{ width: 120 }],
    },
    ...tables.map((table) => ({
      sheet: sheetName(table.title, names),
      data: sheetOf(table),
      stickyRowsCount: 1,
      columns: table.columns.map(({ kind }) => ({ width: kind === 'text' ? 32 : 20 })),
    })),
  ]).toBuffer();
}

/** The same table of all levels, with a column that says whose row it is. */
function combined(
  table: Table,
  levels: readonly { readonly name: string; readonly tables: readonly Table[] }[],
  index: number,
  { t }: I18n,
): Table {
  if (levels.length === 1) return table;
  return {
    ...table,
    columns: [{ label: t('app.list.account'), kind: 'text', width: 1 }, ...table.columns],
    rows: levels.flatMap(({ name, tables }) => (tables[index]?.rows ?? []).map((row) => [name, ...row])),
    ...(table.rowKinds && { rowKinds: levels.flatMap(() => table.rowKinds ?? []) }),
  };
}

const sheetOf = (table: Table): SheetData => [
  table.columns.map(({ label }) => textCell(label, true)),
  ...table.rows.map((row, number) => row.map((cell, index) => cellOf(cell, kindOf(table, number, index)))),
];

function cellOf(cell: Cell, kind: ColumnKind): XlsxCell {
  if (cell === null) return null;
  if (kind === 'text') return textCell(cell, false);
  if (kind === 'day') return { value: new Date(cell), type: Date, format: 'yyyy-mm-dd' };
  const shown = roundHalfUp(decimal(cell), decimals).toFixed();
  // A spreadsheet would lose digits of a longer one.
  if (shown.replace(/^-?0*\.?0*|\./g, '').length > exactDigits) return textCell(shown, false);
  // Not rounded, so that rows add up to their total.
  return { value: Number(cell), type: Number, format: formats[kind] };
}

const textCell = (text: string, isBold: boolean): XlsxCell => ({
  value: cleanText(text),
  type: String,
  ...(isBold ? { fontWeight: 'bold' as const } : {}),
});

const maxSheetName = 31;

/** Names of sheets are short, lack some signs and differ, whatever the case of their letters. */
function sheetName(title: string, taken: Set<string>): string {
  const base = title.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, maxSheetName);
  let name = base;
  for (let number = 2; taken.has(name.toLowerCase()); number++)
    name = `${base.slice(0, maxSheetName - 3)} ${number}`;
  taken.add(name.toLowerCase());
  return name;
}
