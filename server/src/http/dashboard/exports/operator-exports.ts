import { listedRootAccounts } from '../operator-routes/accounts.js';
import { listedAuditEntries } from '../operator-routes/audit.js';
import { listedCarbonLots } from '../operator-routes/carbon-credits.js';
import { listedForestryProjects } from '../operator-routes/forestry-projects.js';
import { listedSales } from '../operator-routes/sales.js';
import { amount, text, time } from './export-column.js';
import { exportOf } from './list-export.js';
import { salesExport } from './sales-export.js';

const id = text('export.id', 'id');
const status = text('app.status', 'status');

/** Every list of the operator. */
export const operatorExports = [
  exportOf({
    list: listedRootAccounts,
    title: 'app.accounts.title',
    columns: [
      text('app.accounts.name', 'name'),
      text('app.accounts.displayName', 'display_name'),
      text('export.reference', 'external_id'),
      text('app.feeds.type', 'role'),
      status,
      amount('app.price', 'rate'),
      time('export.created', 'created_at'),
      id,
    ],
  }),
  exportOf({
    list: listedAuditEntries,
    title: 'app.operator.audit.title',
    columns: [
      time('app.date', 'at'),
      text('export.by', ({ actor }) => {
        const { kind, name, id: actorId } = actor as Actor;
        return name ?? actorId ?? kind;
      }),
      text('app.operator.audit.account', 'account_name'),
      text('export.action', 'action'),
      text('export.subject', 'subject_id'),
      text('export.before', ({ before }) => jsonOf(before)),
      text('export.after', ({ after }) => jsonOf(after)),
      id,
    ],
  }),
  exportOf({
    list: listedCarbonLots,
    title: 'app.carbonOffsets.serials',
    columns: [
      text('app.project', 'project_name'),
      text('app.carbonOffsets.registry', 'registry_name'),
      text('app.carbonOffsets.serials', 'serial'),
      text('app.list.from', 'vintage_start'),
      text('app.list.until', 'vintage_end'),
      amount('export.tonnes', 'tonnes'),
      amount('export.used', 'used'),
      amount('export.left', 'left'),
      id,
    ],
  }),
  exportOf({
    list: listedForestryProjects,
    title: 'app.orders.biomass',
    columns: [
      text('app.accounts.name', 'name'),
      status,
      amount('export.capacity', 'capacity_trees'),
      amount('export.planted', 'planted_trees'),
      id,
    ],
  }),
  salesExport(listedSales),
];

interface Actor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
