import type { Context } from '../../../database/context.js';
import { namesOfProjects } from '../../../features/projects/forestry-project-store.js';
import { decimal } from '../../../platform/decimals.js';
import { listedForestryProjects } from '../../routes/forestry-projects.js';
import { listedCertificates } from '../account-routes/certificates.js';
import { listedCreditNotes } from '../account-routes/credit-notes.js';
import { listedDeposits } from '../account-routes/deposits.js';
import { listedInvoices } from '../account-routes/invoices.js';
import { listedKeys } from '../account-routes/keys.js';
import { listedCarbonOffsets, listedOffsets } from '../account-routes/offsets.js';
import { listedOrders } from '../account-routes/orders.js';
import { listedQuotes } from '../account-routes/quotes.js';
import { listedSales } from '../account-routes/sales.js';
import { listedUsers } from '../account-routes/users.js';
import { accountsBelowExports } from './accounts-below-exports.js';
import { created, id, name, pages, reference, status, trees } from './common-columns.js';
import { amount, text, time, type Item } from './export-column.js';
import { feedExports } from './feed-exports.js';
import { creditNoteColumns, invoiceColumns } from './invoice-columns.js';
import { exportOf } from './list-export.js';
import { salesExport } from './sales-export.js';

const price = amount('app.price', 'price');
const millimetres = (field: string) => (item: Item) =>
  decimal(item[field] as number)
    .times(1000)
    .toFixed();

async function withProjectNames({ db }: Context, items: readonly Item[]): Promise<readonly Item[]> {
  const ids = items.map(({ project_id: project }) => project as string);
  const names = await namesOfProjects(db, [...new Set(ids)]);
  return items.map((item, index) => ({ ...item, project_name: names.get(ids[index] ?? '') }));
}

const project = text('app.project', 'project_name');

/** Every list of an account. */
export const accountExports = [
  ...accountsBelowExports,
  exportOf({
    list: listedOffsets,
    title: 'app.offsets.title',
    columns: [
      time('app.date', 'date'),
      project,
      pages,
      trees,
      text('export.monthEnd', 'settled_month'),
      text('export.order', 'order_id'),
      text('export.quote', 'quote_id'),
      text('export.certificate', 'certificate_id'),
      id,
    ],
    complete: withProjectNames,
  }),
  exportOf({
    list: listedDeposits,
    title: 'app.deposits.title',
    columns: [
      time('app.date', 'date'),
      pages,
      amount('app.paper.width', millimetres('width')),
      amount('app.paper.length', millimetres('length')),
      amount('app.paper.weight', 'gsm'),
      text('export.feed', 'feed_id'),
      id,
    ],
  }),
  exportOf({
    list: listedOrders,
    title: 'app.orders.title',
    columns: [
      time('app.date', 'created_at'),
      reference,
      status,
      trees,
      amount('app.estimate.carbon', 'mtco2e'),
      price,
      id,
    ],
  }),
  exportOf({
    list: listedQuotes,
    title: 'app.quotes.title',
    columns: [
      time('app.date', 'created_at'),
      reference,
      project,
      amount('app.pages', 'standard_pages'),
      trees,
      price,
      text('export.offset', 'biomass_offset_id'),
      id,
    ],
    complete: withProjectNames,
  }),
  exportOf({
    list: listedCarbonOffsets,
    title: 'app.carbonOffsets.title',
    columns: [
      time('app.date', 'date'),
      project,
      text('app.carbonOffsets.type', 'project_type'),
      text('app.carbonOffsets.registry', 'registry_name'),
      amount('app.estimate.carbon', 'mtco2e'),
      status,
      text('app.carbonOffsets.serials', ({ serial_numbers: serials }) => (serials as string[]).join(' ')),
      text('export.order', 'order_id'),
      id,
    ],
  }),
  exportOf({
    list: listedCertificates,
    title: 'app.certificates.title',
    columns: [
      time('app.date', 'date'),
      text('app.project', ({ project: planted }) => (planted as { readonly name: string }).name),
      pages,
      trees,
      text('export.link', 'url'),
      id,
    ],
  }),
  exportOf({
    list: listedInvoices,
    title: 'app.invoices.title',
    columns: [...invoiceColumns, id],
  }),
  exportOf({
    list: listedCreditNotes,
    title: 'app.invoices.creditNotes',
    columns: [...creditNoteColumns, id],
  }),
  salesExport(listedSales),
  exportOf({
    list: listedForestryProjects,
    title: 'app.projects.title',
    columns: [
      name,
      status,
      amount('app.operator.forestry.latitude', 'forest_latitude'),
      amount('app.operator.forestry.longitude', 'forest_longitude'),
      id,
    ],
  }),
  ...feedExports,
  exportOf({
    list: listedUsers,
    title: 'app.users.title',
    columns: [
      text('app.users.name', 'full_name'),
      text('app.signIn.email', 'email'),
      text('app.users.language', 'locale'),
      created,
      time('export.accepted', 'accepted_at'),
      id,
    ],
  }),
  exportOf({
    list: listedKeys,
    title: 'app.keys.title',
    columns: [
      text('app.keys.name', 'name'),
      text('app.keys.revision', 'revision'),
      text('export.scope', ({ scope }) => (scope as { readonly kind: string } | null)?.kind ?? ''),
      text('export.feed', ({ scope }) => (scope as { readonly feed_id: string } | null)?.feed_id ?? ''),
      text('export.mcp', ({ mcp_write }) => (mcp_write === true ? 'write' : 'read')),
      created,
      time('export.lastUsed', 'last_used_at'),
      time('app.keys.revoked', 'revoked_at'),
      id,
    ],
  }),
];
