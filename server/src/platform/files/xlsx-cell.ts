import { decimal, type Decimal } from '../decimals.js';
import { dayMs } from '../time/durations.js';

/** A number is written as such if a spreadsheet keeps all its digits, otherwise as text. */
export type XlsxCell =
  | string
  | null
  | { readonly number: number | Decimal }
  | { readonly date: Date }
  | { readonly heading: string };

/** Spreadsheets calculate with 15 digits. */
const exactDigits = 15;
/** More is refused by spreadsheets. */
const maxText = 32_767;
/** Day 0 of a spreadsheet. */
const epoch = Date.UTC(1899, 11, 30);

export function cellXml(cell: XlsxCell, place: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textXml(cell, place, '');
  if ('heading' in cell) return textXml(cell.heading, place, ' s="1"');
  if ('date' in cell) return `<c r="${place}" s="2"><v>${(cell.date.getTime() - epoch) / dayMs}</v></c>`;
  const digits = decimal(cell.number).toFixed();
  return digits.replace(/^-?0*\.?0*|\./g, '').length > exactDigits
    ? textXml(digits, place, '')
    : `<c r="${place}"><v>${digits}</v></c>`;
}

const textXml = (text: string, place: string, style: string): string =>
  `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(shortened(text))}</t></is></c>`;

const shortened = (text: string): string =>
  text.length > maxText ? `${text.slice(0, maxText - 1).toWellFormed()}…` : text;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot contain becomes the replacement character. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the characters that XML forbids
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** A, B, ... Z, AA, AB, ... */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
