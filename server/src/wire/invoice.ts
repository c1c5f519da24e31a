import { Type, type Static } from '@sinclair/typebox';
import { formatInvoiceNumber } from '../features/billing/invoice-number.js';
import type {
  Invoice as InvoiceRow,
  InvoiceLine as InvoiceLineRow,
} from '../features/billing/invoice-store.js';
import { decimal, type Decimal as ExactDecimal } from '../platform/decimals.js';
import { exactNumber } from '../platform/exact-number.js';
import { Count, Decimal, Id, Nullable, OneOf, PageCount, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

// What is exact is a text: a JSON number would be read as a binary fraction. Printed amounts have two decimals.

const fields = {
  id: Id,
  number: Type.String(),
  account_id: Id,
  account_name: Type.String(),
  month: Type.String(),
  currency: Type.String(),
  total: Decimal,
  total_exact: Type.String(),
  line_count: Count,
  created_at: Timestamp,
};

/** As the operator's commands print it and the dashboard shows it. */
export const Invoice = Type.Object(fields, { title: 'Invoice' });

export const InvoiceLine = Type.Object(
  {
    kind: OneOf(['biomass', 'carbon']),
    offset_id: Id,
    project_id: Id,
    project_name: Type.String(),
    date: Timestamp,
    pages: Nullable(PageCount),
    trees: Nullable(Decimal),
    mtco2e: Nullable(Decimal),
    price: Type.String(),
    amount: Decimal,
  },
  { title: 'InvoiceLine' },
);

/** With its lines, or the first of very many. */
export const ExpandedInvoice = Type.Object(
  { ...fields, lines: Type.Array(InvoiceLine) },
  { title: 'ExpandedInvoice' },
);

export const presentInvoice = (invoice: InvoiceRow): Static<typeof Invoice> => ({
  id: invoice.id,
  number: formatInvoiceNumber(invoice.number),
  account_id: invoice.accountId,
  account_name: invoice.accountName,
  month: invoice.month.slice(0, 'YYYY-MM'.length),
  currency: invoice.currency,
  total: exactNumber(invoice.total),
  total_exact: exact(invoice.totalExact),
  line_count: invoice.lines,
  created_at: formatTimestamp(invoice.createdAt),
});

export const presentLine = (line: InvoiceLineRow): Static<typeof InvoiceLine> => ({
  kind: line.kind,
  offset_id: line.offsetId,
  project_id: line.projectId,
  project_name: line.projectName,
  date: formatTimestamp(line.date),
  pages: line.pages === null ? null : exactNumber(line.pages),
  trees: line.trees === null ? null : exactNumber(line.trees),
  mtco2e: line.mtco2e === null ? null : exactNumber(line.mtco2e),
  price: exact(line.price),
  amount: exactNumber(line.amount),
});

const exact = (value: ExactDecimal): ExactDecimal => decimal(value).toFixed();
