import { decimal, type Decimal } from '../decimals.js';
import { isPlainLine } from '../text/control-characters.js';

/** The operator, as invoices name it. */
export interface Seller {
  readonly name: string;
  readonly address: readonly string[];
  readonly taxId: string | null;
  /** How to pay: bank, account, reference. */
  readonly payment: readonly string[];
}

export interface InvoiceSettings {
  /** Null: invoices name no seller. */
  readonly seller: Seller | null;
  /** Null: invoices have no tax line. The rate is in percent. */
  readonly tax: { readonly name: string | null; readonly rate: Decimal } | null;
  /** An invoice is due this many days after it was issued. */
  readonly termDays: number;
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

const none: readonly string[] = [];
const maxLines = 6;
const maxLength = 100;

export function invoiceSettings(read: Read, problems: string[]): InvoiceSettings {
  const name = read<string | null>('REGROVE_SELLER_NAME', null, oneLine);
  const address = read('REGROVE_SELLER_ADDRESS', none, lines);
  const taxId = read<string | null>('REGROVE_SELLER_TAX_ID', null, oneLine);
  const payment = read('REGROVE_PAYMENT_DETAILS', none, lines);
  const taxName = read<string | null>('REGROVE_TAX_NAME', null, oneLine);
  const rate = read<Decimal | null>('REGROVE_TAX_RATE', null, percent);
  if (name === null && (address.length > 0 || taxId !== null || payment.length > 0))
    problems.push(
      'REGROVE_SELLER_NAME must be set together with REGROVE_SELLER_ADDRESS, REGROVE_SELLER_TAX_ID and REGROVE_PAYMENT_DETAILS',
    );
  if (taxName !== null && rate === null) problems.push('REGROVE_TAX_NAME also needs REGROVE_TAX_RATE');
  return {
    seller: name === null ? null : { name, address, taxId, payment },
    tax: rate === null ? null : { name: taxName, rate },
    termDays: read('REGROVE_PAYMENT_DAYS', 30, days),
  };
}

function oneLine(text: string): string {
  if (text.length > maxLength || !isPlainLine(text))
    throw new Error(`must be one line of at most ${maxLength} characters`);
  return text;
}

/** Separated by semicolons. */
function lines(text: string): readonly string[] {
  const found = text.split(';').flatMap((line) => line.trim() || []);
  if (found.length > maxLines || found.some((line) => line.length > maxLength || !isPlainLine(line)))
    throw new Error(
      `must be at most ${maxLines} lines of at most ${maxLength} characters, separated by semicolons`,
    );
  return found;
}

function percent(text: string): Decimal {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(text)) throw new Error('must be a percentage such as 19 or 8.1');
  return decimal(text).toFixed();
}

function days(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 365) throw new Error('must be days from 0 to 365');
  return Number(text);
}
