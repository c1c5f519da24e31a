import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import { yieldToEventLoop, rowsPerTurn } from '../../platform/limits/event-loop-turns.js';
import { readInvoiceNumber } from './invoice-number.js';
import {
  findInvoiceById,
  findInvoiceByNumber,
  listInvoices,
  listLines,
  type Invoice,
  type InvoiceFilter,
  type InvoiceLine,
} from './invoice-store.js';

const invoiceBatchSize = 500;
const lineBatchSize = 5000;

/** Finds an invoice by its ID or by a number such as INV-000042. */
export async function requireInvoice(context: Context, numberOrId: string): Promise<Invoice> {
  const { db } = context;
  const number = readInvoiceNumber(numberOrId, context);
  const found =
    number !== undefined
      ? await findInvoiceByNumber(db, number)
      : isUuid(numberOrId)
        ? await findInvoiceById(db, numberOrId)
        : undefined;
  if (!found) throw missing(`There is no invoice ${numberOrId}`);
  return found;
}

/** All invoices, sorted by number, in batches: there may be more than fit into memory. */
export async function* readInvoices(db: Database, filter: InvoiceFilter): AsyncGenerator<Invoice[]> {
  for (let after = 0; ;) {
    const batch = await listInvoices(db, filter, { after, limit: invoiceBatchSize });
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.number;
  }
}

/** An invoice with its lines in order. A long invoice is split into several parts. */
export interface InvoicePart {
  readonly invoice: Invoice;
  readonly lines: readonly InvoiceLine[];
}

export const isFirstPart = ({ lines }: InvoicePart): boolean => lines[0]?.position === 1;
export const isLastPart = ({ invoice, lines }: InvoicePart): boolean =>
  lines.at(-1)?.position === invoice.lines;

export async function* readAllParts(db: Database, filter: InvoiceFilter): AsyncGenerator<InvoicePart> {
  for await (const batch of readInvoices(db, filter)) yield* readParts(db, batch, filter.account);
}

/** `account` is set if all the invoices belong to it. */
export async function* readParts(
  db: Database,
  invoices: readonly Invoice[],
  account?: AccountId,
): AsyncGenerator<InvoicePart> {
  for (const group of groupsByLines(invoices)) {
    const numbers = group.map(({ number }) => number);
    const longest = Math.max(...group.map(({ lines }) => lines));
    for (let after = 0; after < longest; after += lineBatchSize) {
      const lines = await listLines(db, { account, numbers }, { after, upTo: after + lineBatchSize });
      yield* partsOf(group, lines);
    }
  }
}

/** The same parts for writing: at most a few lines, of one invoice or of several, in each turn of the event loop. */
export async function* inShortParts(parts: AsyncIterable<InvoicePart>): AsyncGenerator<InvoicePart> {
  let left = 0;
  for await (const { invoice, lines } of parts)
    for (let start = 0; start === 0 || start < lines.length; start += rowsPerTurn) {
      const part = { invoice, lines: lines.slice(start, start + rowsPerTurn) };
      if (left < part.lines.length) {
        await yieldToEventLoop();
        left = rowsPerTurn;
      }
      left -= Math.max(1, part.lines.length);
      yield part;
    }
}

/** Groups invoices whose lines fit into memory together. An invoice that is too long forms a group of its own. */
function* groupsByLines(invoices: readonly Invoice[]): Generator<Invoice[]> {
  let group: Invoice[] = [];
  let lines = 0;
  for (const invoice of invoices) {
    if (group.length > 0 && lines + invoice.lines > lineBatchSize) {
      yield group;
      group = [];
      lines = 0;
    }
    group.push(invoice);
    lines += invoice.lines;
  }
  if (group.length > 0) yield group;
}

function* partsOf(group: readonly Invoice[], lines: readonly InvoiceLine[]): Generator<InvoicePart> {
  let begin = 0;
  for (const invoice of group) {
    let end = begin;
    while (lines[end]?.number === invoice.number) end++;
    yield { invoice, lines: lines.slice(begin, end) };
    begin = end;
  }
}
