import { Type, type Static } from '@sinclair/typebox';
import { grossOf } from '../features/billing/balance.js';
import { formatInvoiceNumber, type InvoiceNumberContext } from '../features/billing/invoice-number.js';
import type {
  Invoice as InvoiceRow,
  InvoiceLine as InvoiceLineRow,
} from '../features/billing/invoice-store.js';
import { decimal, type Decimal as ExactDecimal } from '../platform/decimals.js';
import { exactNumber } from '../platform/exact-number.js';
import { Count, Decimal, Field, Id, Nullable, OneOf, PageCount, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

// Exact amounts are strings: a JSON number would be parsed as a binary fraction. Displayed amounts have two decimals.

const fields = {
  id: Field('Its id.', Id),
  number: Field('Its number, which never changes.', Type.String()),
  account_id: Field('The account it belongs to.', Id),
  account_name: Field('The name of the account.', Type.String()),
  month: Field('The month that it is for, `YYYY-MM`.', Type.String()),
  currency: Field('The currency of its amounts.', Type.String()),
  total: Field('The total, to 2 decimals.', Decimal),
  total_exact: Field('The exact sum of its lines, as a string so that no digit is lost.', Type.String()),
  line_count: Field('How many lines it has.', Count),
  created_at: Field('When it was created.', Timestamp),
};

/** As printed by operator commands and shown in the dashboard. */
export const Invoice = Type.Object(fields, { title: 'Invoice' });

export const InvoiceLine = Type.Object(
  {
    kind: Field('Whether it is for trees or tonnes.', OneOf(['biomass', 'carbon'])),
    offset_id: Field('The offset.', Id),
    project_id: Field('The forestry or carbon project.', Id),
    project_name: Field('Name of the project.', Type.String()),
    date: Field('The date of the offset.', Timestamp),
    pages: Field('Standard pages; `null` for carbon.', Nullable(PageCount)),
    trees: Field('Trees, to 6 decimals; `null` for carbon.', Nullable(Decimal)),
    mtco2e: Field('Tonnes of CO2 equivalent, to 6 decimals; `null` for trees.', Nullable(Decimal)),
    price: Field('The exact price, as a string so that no digit is lost.', Type.String()),
    amount: Field('The price to 2 decimals. The amounts of an invoice add up to its total.', Decimal),
  },
  { title: 'InvoiceLine' },
);

/** As operator commands list and export it: also with its tax, which `total` does not include. */
export const BilledInvoice = Type.Object(
  { ...fields, net: Decimal, tax: Nullable(Decimal), gross: Decimal },
  { title: 'BilledInvoice' },
);

/** Includes its lines, or the first of them if there are very many. */
export const ExpandedInvoice = Type.Object(
  { ...fields, lines: Field('One for each offset.', Type.Array(InvoiceLine)) },
  { title: 'ExpandedInvoice' },
);

export const presentInvoice = (invoice: InvoiceRow, where: InvoiceNumberContext): Static<typeof Invoice> => ({
  id: invoice.id,
  number: formatInvoiceNumber(invoice.number, where),
  account_id: invoice.accountId,
  account_name: invoice.accountName,
  month: invoice.month.slice(0, 'YYYY-MM'.length),
  currency: invoice.currency,
  total: exactNumber(invoice.total),
  total_exact: exact(invoice.totalExact),
  line_count: invoice.lines,
  created_at: formatTimestamp(invoice.createdAt),
});

export const presentBilledInvoice = (
  invoice: InvoiceRow,
  where: InvoiceNumberContext,
): Static<typeof BilledInvoice> => ({
  ...presentInvoice(invoice, where),
  net: exactNumber(invoice.total),
  tax: invoice.tax === null ? null : exactNumber(invoice.tax),
  gross: exactNumber(grossOf(invoice.total, invoice.tax)),
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
