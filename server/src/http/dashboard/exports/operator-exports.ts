import { listedRootAccounts } from '../operator-routes/accounts.js';
import { listedAuditEntries } from '../operator-routes/audit.js';
import { listedCarbonLots, listedCarbonStock } from '../operator-routes/carbon-credits.js';
import { listedCarbonProjects } from '../operator-routes/carbon-projects.js';
import { listedForestryProjects } from '../operator-routes/forestry-projects.js';
import { allJobs } from '../operator-routes/jobs.js';
import { listedMethodologies } from '../operator-routes/methodologies.js';
import { listedPlantings } from '../operator-routes/plantings.js';
import { operatorBillingExports } from './operator-billing-exports.js';
import { created, id, name, reference, role, status, trees } from './common-columns.js';
import { amount, text, time } from './export-column.js';
import { exportOf } from './list-export.js';

const registry = text('app.carbonOffsets.registry', 'registry_name');
const tonnes = amount('export.tonnes', 'tonnes');
const used = amount('export.used', 'used');
const left = amount('export.left', 'left');

/** Every list of the operator. */
export const operatorExports = [
  exportOf({
    list: listedRootAccounts,
    title: 'app.accounts.title',
    columns: [
      name,
      text('app.accounts.displayName', 'display_name'),
      reference,
      role,
      status,
      amount('app.price', 'rate'),
      created,
      id,
    ],
  }),
  exportOf({
    list: listedAuditEntries,
    title: 'app.operator.audit.title',
    columns: [
      time('app.date', 'at'),
      text('export.by', ({ actor }) => {
        const { kind, name: actorName, id: actorId } = actor as Actor;
        return actorName ?? actorId ?? kind;
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
      registry,
      text('app.carbonOffsets.serials', 'serial'),
      text('app.list.from', 'vintage_start'),
      text('app.list.until', 'vintage_end'),
      tonnes,
      used,
      left,
      text('app.operator.carbon.type', 'type'),
      text('export.standard', 'standard'),
      text('export.country', 'country'),
      text('export.ccp', 'ccp'),
      text('export.adjustment', 'corresponding_adjustment'),
      text('export.link', 'registry_url'),
      id,
    ],
  }),
  exportOf({
    list: listedCarbonStock,
    title: 'app.operator.credits.title',
    columns: [
      text('app.project', 'project_name'),
      tonnes,
      used,
      left,
      amount('export.needed', 'waiting'),
      text('export.id', 'project_id'),
    ],
  }),
  exportOf({
    list: listedCarbonProjects,
    title: 'app.operator.carbon.title',
    columns: [
      name,
      text('app.operator.carbon.type', 'type'),
      registry,
      amount('app.operator.carbon.price', 'price_per_tonne'),
      status,
      id,
    ],
  }),
  exportOf({
    list: listedForestryProjects,
    title: 'app.orders.biomass',
    columns: [
      name,
      status,
      amount('export.capacity', 'capacity_trees'),
      amount('app.reports.certified', 'planted_trees'),
      id,
    ],
  }),
  exportOf({
    list: listedPlantings,
    title: 'app.operator.plantings.title',
    columns: [
      text('app.operator.plantings.reference', 'reference'),
      text('app.project', 'project_name'),
      text('app.operator.plantings.plantedOn', 'planted_on'),
      trees,
      amount('project.surviving', 'surviving_trees'),
      amount('app.operator.plantings.coveredTrees', 'covered_trees'),
      text('app.operator.plantings.partner', 'partner'),
      text('project.species', ({ species }) => (species as string[]).join('; ')),
      text('project.source', 'source_url'),
      amount('project.photos', ({ photos }) => (photos as unknown[]).length),
      id,
    ],
  }),
  exportOf({
    list: listedMethodologies,
    title: 'app.operator.methodologies.title',
    columns: [
      name,
      amount('app.operator.methodologies.width', 'width'),
      amount('app.operator.methodologies.length', 'length'),
      amount('app.operator.methodologies.gsm', 'gsm'),
      amount('app.operator.methodologies.pagesPerTree', 'pages_per_tree'),
      amount('app.operator.methodologies.emissionFactor', 'emission_factor'),
      amount('app.operator.pricePerPage', 'price_per_page'),
      text('app.operator.methodologies.source', 'source'),
      text('app.operator.methodologies.sourceUrl', 'source_url'),
      text('app.operator.methodologies.version', 'version'),
      text('app.operator.methodologies.publishedOn', 'published_on'),
      text('app.operator.methodologies.uncertainty', 'uncertainty'),
      text('app.operator.methodologies.current', ({ current }) => String(current)),
      created,
      id,
    ],
  }),
  exportOf({
    list: allJobs,
    title: 'app.operator.jobs.title',
    columns: [
      text('export.task', 'task'),
      text('export.subject', 'about'),
      text('app.status', 'state'),
      time('export.runAt', 'run_at'),
      amount('export.attempts', 'attempts'),
      amount('export.maxAttempts', 'max_attempts'),
      text('export.lastError', 'last_error'),
      id,
    ],
  }),
  ...operatorBillingExports,
];

interface Actor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
