import { Type, type Static } from '@sinclair/typebox';
import { formatInvoiceNumber } from '../../features/billing/invoice-number.js';
import type { Sale as SaleRow } from '../../features/billing/sales-store.js';
import { exactNumber } from '../../platform/exact-number.js';
import { inOwnTurns } from '../../platform/limits/own-turns.js';
import { csvRow } from '../../platform/text/csv-row.js';
import { Decimal, Id, Nullable, Timestamp } from '../fields.js';
import { formatTimestamp } from '../times.js';

/** An invoice of an account below. */
export const Sale = Type.Object(
  {
    id: Id,
    number: Type.String(),
    account_id: Id,
    account_name: Type.String(),
    external_id: Nullable(Type.String()),
    month: Type.String(),
    currency: Type.String(),
    total: Decimal,
    created_at: Timestamp,
  },
  { title: 'Sale' },
);

export const presentSale = (sale: SaleRow): Static<typeof Sale> => ({
  id: sale.id,
  number: formatInvoiceNumber(sale.number),
  account_id: sale.accountId,
  account_name: sale.accountName,
  external_id: sale.externalId,
  month: sale.month.slice(0, 'YYYY-MM'.length),
  currency: sale.currency,
  total: exactNumber(sale.total),
  created_at: formatTimestamp(sale.createdAt),
});

const headings = [
  'invoice_number',
  'invoice_date',
  'account_id',
  'account_name',
  'external_id',
  'month',
  'total',
  'currency',
];

/** One row per invoice, with a header. */
export async function* salesAsCsv(batches: AsyncIterable<readonly SaleRow[]>): AsyncGenerator<string> {
  yield csvRow(headings);
  for await (const sales of inOwnTurns(batches))
    yield sales
      .map((row) => {
        const sale = presentSale(row);
        return csvRow([
          sale.number,
          sale.created_at.slice(0, 'YYYY-MM-DD'.length),
          sale.account_id,
          sale.account_name,
          sale.external_id,
          sale.month,
          row.total,
          sale.currency,
        ]);
      })
      .join('');
}
