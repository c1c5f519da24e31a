import { record, recordDifference, wholeInstallation } from '../audit/audit-store.js';
import { factsOf, type Facts } from '../audit/facts.js';
import type { Context } from '../platform/context.js';
import { inTransaction } from '../platform/in-transaction.js';
import { upsertCarbonProject, type CarbonProject, type SavedCarbonProject } from './carbon-project-store.js';
import {
  upsertForestryProject,
  type ForestryProject,
  type NewForestryProject,
  type SavedForestryProject,
} from './forestry-project-store.js';

const forestryFacts = factsOf(
  'name',
  'status',
  'forestLatitude',
  'forestLongitude',
  'contentLogo',
  'contentMasthead',
  'contentIntroduction',
  'contentBodyHtml',
  'contentImages',
  'capacityTrees',
);
const carbonFacts = factsOf('name', 'type', 'registryName', 'pricePerTonne', 'status');

/** Matched by name; `known` is what that name stood for. */
export const saveForestryProject = (
  context: Context,
  project: NewForestryProject,
  known?: ForestryProject,
): Promise<SavedForestryProject> =>
  inTransaction(context, async (tx) => {
    const saved = await upsertForestryProject(tx.db, project);
    await recordSaved(tx, 'forestry_project', saved, known && forestryFacts(known), forestryFacts(saved));
    return saved;
  });

/** The same for a carbon project. */
export const saveCarbonProject = (
  context: Context,
  project: CarbonProject,
  known?: CarbonProject,
): Promise<SavedCarbonProject> =>
  inTransaction(context, async (tx) => {
    const saved = await upsertCarbonProject(tx.db, project);
    await recordSaved(tx, 'carbon_project', saved, known && carbonFacts(known), carbonFacts(saved));
    return saved;
  });

const recordSaved = (
  context: Context,
  thing: string,
  { id, created }: { id: string; created: boolean },
  before: Facts = {},
  after: Facts,
): Promise<void> =>
  created
    ? record(context, wholeInstallation, { action: `${thing}.create`, subjectId: id, after })
    : recordDifference(context, wholeInstallation, {
        action: `${thing}.update`,
        subjectId: id,
        before,
        after,
      });
