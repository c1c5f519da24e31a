import { formatInvoiceNumber } from '../billing/invoice-number.js';
import type { Invoice, InvoiceLine } from '../billing/invoice-store.js';
import { decimal, type Decimal } from '../platform/decimals.js';
import { formatTimestamp } from '../wire/times.js';

/** What is exact is a text: a JSON number would be read as a binary fraction. Printed amounts have two decimals. */
export const presentInvoice = (invoice: Invoice) => ({
  id: invoice.id,
  number: formatInvoiceNumber(invoice.number),
  account_id: invoice.accountId,
  account_name: invoice.accountName,
  month: invoice.month.slice(0, 'YYYY-MM'.length),
  currency: invoice.currency,
  total: Number(invoice.total),
  total_exact: exact(invoice.totalExact),
  line_count: invoice.lines,
  created_at: formatTimestamp(invoice.createdAt),
});

export const presentLine = (line: InvoiceLine) => ({
  kind: line.kind,
  offset_id: line.offsetId,
  project_id: line.projectId,
  project_name: line.projectName,
  date: formatTimestamp(line.date),
  pages: line.pages,
  trees: line.trees === null ? null : Number(line.trees),
  mtco2e: line.mtco2e === null ? null : Number(line.mtco2e),
  price: exact(line.price),
  amount: Number(line.amount),
});

const exact = (value: Decimal): Decimal => decimal(value).toFixed();
