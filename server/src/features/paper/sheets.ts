import type { Big } from 'big.js';
import { decimal, type Decimal, type Whole } from '../../platform/decimals.js';

/** Sheets of one size and weight, in metres and grams per square metre. */
export interface Sheets {
  readonly quantity: Whole;
  readonly width: Decimal | number;
  readonly length: Decimal | number;
  readonly gsm: number;
}

/** North American Letter at 75 g/m2, the default. */
export const defaultPaper = { width: 0.2159, length: 0.2794, gsm: 75 } as const;

/** Grams, exact. A test makes sure that it equals `massInSql`. */
export const massOfSheets = ({ quantity, width, length, gsm }: Sheets): Big =>
  decimal(quantity).times(decimal(width)).times(decimal(length)).times(gsm);

/** The same as an SQL expression, for columns or numbers. */
export const massInSql = ({ quantity, width, length, gsm }: Record<keyof Sheets, string>): string =>
  `(${quantity} * ${width} * ${length} * ${gsm})`;

/** Mass of a row of deposits. */
export const depositMass = massInSql({ quantity: 'pages', width: 'width', length: 'length', gsm: 'gsm' });

/** Mass of deposits of one kind of paper that are added up. */
export const sheetMass = massInSql({ quantity: 'sheets', width: 'width', length: 'length', gsm: 'gsm' });

/** Mass of the standard page of a methodology. */
export const standardPageMass = massInSql({
  quantity: '1',
  width: 'standard_width',
  length: 'standard_length',
  gsm: 'standard_gsm',
});
