import { Type, type Static } from '@sinclair/typebox';
import { grossOf } from '../../features/billing/balance.js';
import { formatInvoiceNumber, type InvoiceNumberContext } from '../../features/billing/invoice-number.js';
import type { Sale as SaleRow, SalesSum as SumRow, SoldAmounts } from '../../features/billing/sales-store.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Count, Decimal, Id, Nullable, Timestamp } from '../fields.js';
import { formatTimestamp } from '../times.js';

const amounts = {
  currency: Type.String(),
  net: Decimal,
  tax: Nullable(Decimal),
  /** With tax. */
  gross: Decimal,
  /** The credit notes of these invoices, whenever they were issued: with tax, as a positive amount. */
  credited: Decimal,
};

/** An invoice, as whoever sold it lists it. */
export const Sale = Type.Object(
  {
    id: Id,
    number: Type.String(),
    account_id: Id,
    account_name: Type.String(),
    external_id: Nullable(Type.String()),
    month: Type.String(),
    ...amounts,
    created_at: Timestamp,
  },
  { title: 'Sale' },
);

/** All invoices of a month in one currency. */
export const SalesSum = Type.Object({ ...amounts, invoices: Count }, { title: 'SalesSum' });

/** One per currency. */
export const SalesSums = Type.Object({ sums: Type.Array(SalesSum) }, { title: 'SalesSums' });

const presentAmounts = ({ currency, net, tax, credited }: SoldAmounts) => ({
  currency,
  net: exactNumber(net),
  tax: tax === null ? null : exactNumber(tax),
  gross: exactNumber(grossOf(net, tax)),
  credited: exactNumber(credited),
});

export const presentSale = (sale: SaleRow, where: InvoiceNumberContext): Static<typeof Sale> => ({
  id: sale.id,
  number: formatInvoiceNumber(sale.number, where),
  account_id: sale.accountId,
  account_name: sale.accountName,
  external_id: sale.externalId,
  month: sale.month.slice(0, 'YYYY-MM'.length),
  ...presentAmounts(sale),
  created_at: formatTimestamp(sale.createdAt),
});

export const presentSum = (sum: SumRow): Static<typeof SalesSum> => ({
  ...presentAmounts(sum),
  invoices: sum.invoices,
});
