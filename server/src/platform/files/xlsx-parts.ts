import { escapeXml } from './xlsx-cell.js';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const each = (sheets: number, write: (number: number) => string): string =>
  Array.from({ length: sheets }, (_, index) => write(index + 1)).join('');

/** Plain, heading, and time. */
export const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Names of worksheets have at most 31 characters, and some signs are not allowed. */
const sheetName = (name: string, number: number): string => {
  const end = number === 1 ? '' : ` ${number}`;
  return escapeXml(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31 - end.length) + end);
};

export const workbook = (name: string, sheets: number): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${links}"><sheets>${each(
    sheets,
    (number) => `<sheet name="${sheetName(name, number)}" sheetId="${number}" r:id="rId${number}"/>`,
  )}</sheets></workbook>`;

export const workbookLinks = (sheets: number): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${each(
    sheets,
    (number) =>
      `<Relationship Id="rId${number}" Type="${links}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )}<Relationship Id="rId${sheets + 1}" Type="${links}/styles" Target="styles.xml"/></Relationships>`;

export const packageLinks = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const contentTypes = (sheets: number): string =>
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each(
    sheets,
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
  )}</Types>`;
