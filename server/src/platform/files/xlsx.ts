import { cellXml, columnName, type XlsxCell } from './xlsx-cell.js';
import { contentTypes, packageLinks, styles, workbook, workbookLinks } from './xlsx-parts.js';
import { zipOf, type ZipEntry } from './zip.js';

/** A worksheet cannot have more; the rest is on the next one. */
const maxRows = 1_048_576;

interface XlsxTable {
  /** The name of the worksheet. */
  readonly name: string;
  readonly header: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly XlsxCell[])[]>;
}

/** A workbook with one table, written while its rows are read. Texts are never formulas, whatever they start with. */
export const xlsxOf = (table: XlsxTable, rowsPerSheet = maxRows): AsyncGenerator<Uint8Array> =>
  zipOf(entriesOf(table, rowsPerSheet));

async function* entriesOf(
  { name, header, batches }: XlsxTable,
  rowsPerSheet: number,
): AsyncGenerator<ZipEntry> {
  const rows = rowsOf(batches);
  let next = await rows.next();
  let sheets = 0;
  do {
    yield { name: `xl/worksheets/sheet${++sheets}.xml`, parts: sheet() };
  } while (!next.done);
  yield { name: 'xl/styles.xml', parts: [styles] };
  yield { name: 'xl/workbook.xml', parts: [workbook(name, sheets)] };
  yield { name: 'xl/_rels/workbook.xml.rels', parts: [workbookLinks(sheets)] };
  yield { name: '_rels/.rels', parts: [packageLinks] };
  yield { name: '[Content_Types].xml', parts: [contentTypes(sheets)] };

  async function* sheet(): AsyncGenerator<string> {
    yield sheetStart(header);
    let text = '';
    for (let row = 2; row <= rowsPerSheet && !next.done; row++) {
      text += rowXml(next.value, row);
      next = await rows.next();
      if (text.length < partLength) continue;
      yield text;
      text = '';
    }
    yield `${text}</sheetData></worksheet>`;
  }
}

/** How much is compressed at a time, so that other requests are not blocked. */
const partLength = 65_536;

async function* rowsOf(batches: XlsxTable['batches']): AsyncGenerator<readonly XlsxCell[], undefined> {
  for await (const batch of batches) yield* batch;
}

const rowXml = (cells: readonly XlsxCell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, index) => cellXml(cell, `${columnName(index)}${row}`)).join('')}</row>`;

const sheetStart = (header: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="22" customWidth="1"/></cols><sheetData><row r="1">${header
    .map((text, index) => cellXml({ heading: text }, `${columnName(index)}1`))
    .join('')}</row>`;
