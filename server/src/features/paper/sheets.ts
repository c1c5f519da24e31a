import type { Big } from 'big.js';
import { decimal, type Decimal, type Whole } from '../../platform/decimals.js';

/** Sheets of one size and weight: metres, and grams per square metre. */
export interface Sheets {
  readonly quantity: Whole;
  readonly width: Decimal | number;
  readonly length: Decimal | number;
  readonly gsm: number;
}

/** North American Letter at 75 g/m2: what paper is when nobody says otherwise. */
export const defaultPaper = { width: 0.2159, length: 0.2794, gsm: 75 } as const;

/** Grams, exact. */
export const massOfSheets = ({ quantity, width, length, gsm }: Sheets): Big =>
  decimal(quantity).times(decimal(width)).times(decimal(length)).times(gsm);
