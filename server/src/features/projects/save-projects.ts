import { recordChange, recordDifference, installationAccountId } from '../audit/audit-store.js';
import { auditedFields, type Facts } from '../audit/audited-fields.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { announceCompletion } from './announce-completion.js';
import { upsertCarbonProject, type CarbonProject, type SavedCarbonProject } from './carbon-project-store.js';
import {
  upsertForestryProject,
  type ForestryProject,
  type NewForestryProject,
  type SavedForestryProject,
} from './forestry-project-store.js';

const forestryFacts = auditedFields(
  'name',
  'status',
  'forestLatitude',
  'forestLongitude',
  'contentLogo',
  'contentMasthead',
  'contentIntroduction',
  'contentBodyHtml',
  'contentImages',
  'website',
  'place',
  'capacityTrees',
);
const carbonFacts = auditedFields('name', 'type', 'registryName', 'pricePerTonne', 'status');

/** Matches by name; `known` is the existing project with that name. */
export const saveForestryProject = (
  context: Context,
  project: NewForestryProject,
  known?: ForestryProject,
): Promise<SavedForestryProject> =>
  inTransaction(context, async (tx) => {
    const saved = await upsertForestryProject(tx.db, project);
    if (saved.created) await recordNew(tx, 'forestry_project', saved.id, forestryFacts(saved));
    else await recordForestryChange(tx, known, saved);
    return saved;
  });

export const saveCarbonProject = (
  context: Context,
  project: CarbonProject,
  known?: CarbonProject,
): Promise<SavedCarbonProject> =>
  inTransaction(context, async (tx) => {
    const saved = await upsertCarbonProject(tx.db, project);
    if (saved.created) await recordNew(tx, 'carbon_project', saved.id, carbonFacts(saved));
    else await recordCarbonChange(tx, known, saved);
    return saved;
  });

const recordNew = (tx: TransactionContext, thing: string, subjectId: string, after: Facts): Promise<void> =>
  recordChange(tx, installationAccountId, { action: `${thing}.create`, subjectId, after });

export async function recordForestryChange(
  tx: TransactionContext,
  known: ForestryProject | undefined,
  changed: ForestryProject,
): Promise<void> {
  await recordDifference(tx, installationAccountId, {
    action: 'forestry_project.update',
    subjectId: changed.id,
    before: known ? forestryFacts(known) : {},
    after: forestryFacts(changed),
  });
  if (changed.status === 'complete' && known?.status !== 'complete') await announceCompletion(tx, changed.id);
}

export async function recordCarbonChange(
  tx: TransactionContext,
  known: CarbonProject | undefined,
  changed: CarbonProject,
): Promise<void> {
  await recordDifference(tx, installationAccountId, {
    action: 'carbon_project.update',
    subjectId: changed.id,
    before: known ? carbonFacts(known) : {},
    after: carbonFacts(changed),
  });
}
