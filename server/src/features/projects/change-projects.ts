import type { Context } from '../../database/context.js';
import { mapUniqueViolation, type UniqueConflict } from '../../database/failures.js';
import { decimal } from '../../platform/decimals.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { lockCarbonProjectById, updateCarbonProject, type CarbonProject } from './carbon-project-store.js';
import {
  lockForestryProjectById,
  updateForestryProject,
  type ForestryProject,
} from './forestry-project-store.js';
import {
  carbonProjectFrom,
  changedForestryProject,
  forestryProjectFrom,
  withChanges,
  type CarbonProjectChanges,
  type CarbonProjectInput,
  type ForestryProjectChanges,
  type ForestryProjectInput,
} from './project-input.js';
import {
  recordCarbonChange,
  recordForestryChange,
  saveCarbonProject,
  saveForestryProject,
} from './save-projects.js';

// Project files are matched by name, so names must be unique.
const nameIsTaken: UniqueConflict = {
  message: 'name is already taken by another project',
  reason: { code: 'name-taken', field: 'name' },
};
const takenNames = { forestry_projects_name_key: nameIsTaken, carbon_projects_name_key: nameIsTaken };

/** Creates a project. Unlike an import, it does not change an existing project with the same name. */
export const createForestryProject = (
  context: Context,
  given: ForestryProjectInput,
): Promise<ForestryProject> =>
  inTransaction(context, async (tx) => {
    const project = forestryProjectFrom(given);
    return onlyNew(await saveForestryProject(tx, { ...project, id: newId(), createdAt: tx.clock() }));
  });

export const createCarbonProject = (context: Context, given: CarbonProjectInput): Promise<CarbonProject> =>
  inTransaction(context, async (tx) => {
    const project = carbonProjectFrom(given);
    return onlyNew(await saveCarbonProject(tx, { ...project, id: newId(), createdAt: tx.clock() }));
  });

/** If the save changed an existing project, the error rolls it back. */
function onlyNew<P extends { readonly created: boolean }>(saved: P): P {
  if (!saved.created) throw invalid(nameIsTaken.message, nameIsTaken.reason);
  return saved;
}

/** Fields that are not given stay unchanged. */
export const changeForestryProject = (
  context: Context,
  id: string,
  changes: ForestryProjectChanges,
): Promise<ForestryProject> =>
  inTransaction(context, async (tx) => {
    const known = await lockForestryProjectById(tx.db, id);
    if (!known) throw missing('There is no such forestry project');
    const next = changedForestryProject(known, changes);
    if (changes.status === 'active' && isFull(next))
      throw invalid('The project has reached its capacity: raise the capacity first', {
        code: 'capacity-used-up',
        field: 'capacity_trees',
      });
    const changed = await mapUniqueViolation(takenNames, () => updateForestryProject(tx.db, next));
    await recordForestryChange(tx, known, changed);
    return changed;
  });

const isFull = ({ capacityTrees, plantedTrees }: ForestryProject): boolean =>
  capacityTrees !== null && decimal(plantedTrees).gte(capacityTrees);

export const changeCarbonProject = (
  context: Context,
  id: string,
  changes: CarbonProjectChanges,
): Promise<CarbonProject> =>
  inTransaction(context, async (tx) => {
    const known = await lockCarbonProjectById(tx.db, id);
    if (!known) throw missing('There is no such carbon project');
    const changed = await mapUniqueViolation(takenNames, () =>
      updateCarbonProject(tx.db, withChanges(known, changes)),
    );
    await recordCarbonChange(tx, known, changed);
    return changed;
  });
