import type { Context, TransactionContext } from '../../database/context.js';
import { invalid } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { lockCarbonProject } from './carbon-project-store.js';
import { lockForestryProject } from './forestry-project-store.js';
import {
  carbonProjectFrom,
  forestryProjectFrom,
  type CarbonProjectInput,
  type ForestryProjectInput,
} from './project-input.js';
import { saveCarbonProject, saveForestryProject } from './save-projects.js';

export interface ImportedProjects {
  readonly created: number;
  readonly updated: number;
}

/** Imports all projects, matched by name, or none. */
export const importForestryProjects = (
  context: Context,
  projects: readonly ForestryProjectInput[],
): Promise<ImportedProjects> =>
  importAll(context, projects, async (tx, given) => {
    const known = await lockForestryProject(tx.db, given.name);
    const project = forestryProjectFrom(given, known);
    return saveForestryProject(tx, { ...project, id: newId(), createdAt: tx.clock() }, known);
  });

export const importCarbonProjects = (
  context: Context,
  projects: readonly CarbonProjectInput[],
): Promise<ImportedProjects> =>
  importAll(context, projects, async (tx, given) => {
    const known = await lockCarbonProject(tx.db, given.name);
    const project = carbonProjectFrom(given, known);
    return saveCarbonProject(tx, { ...project, id: newId(), createdAt: tx.clock() }, known);
  });

async function importAll<P extends { name: string }>(
  context: Context,
  projects: readonly P[],
  save: (tx: TransactionContext, project: P) => Promise<{ created: boolean }>,
): Promise<ImportedProjects> {
  const names = projects.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`The file contains ${twice} twice`);
  return inTransaction(context, async (tx) => {
    let created = 0;
    for (const project of projects) if ((await save(tx, project)).created) created++;
    return { created, updated: projects.length - created };
  });
}
