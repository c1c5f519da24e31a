import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import type { Context } from '../platform/context.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import type { Instance } from '../platform/instance.js';
import { listCarbonProjects, lockCarbonProject } from '../projects/carbon-project-store.js';
import { listForestryProjects, lockForestryProject } from '../projects/forestry-project-store.js';
import { saveCarbonProject, saveForestryProject } from '../projects/save-projects.js';
import { presentCarbonProject } from '../wire/carbon-project.js';
import { presentForestryProject } from '../wire/forestry-project.js';
import { CarbonProjectFile, ForestryProjectFile } from '../wire/project-file.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { checked, readJson } from './operator-input.js';
import { projectPicture } from './project-picture.js';

export function addProjectCommands(program: Command, line: CommandLine): void {
  const forestry = program.command('projects').description('forestry projects');
  const importing = 'take projects from a JSON file, matched by name: all of it or nothing';
  onInstance(line, forestry.command('import').argument('<file>').description(importing), importForestry);
  onInstance(line, forestry.command('list').description('all forestry projects'), listForestry);
  onInstance(
    line,
    forestry
      .command('picture')
      .argument('<project>', 'its name or id')
      .argument('[file]', 'a JPEG or PNG of up to 2 MiB')
      .description('set or remove the picture on certificates')
      .option('--remove', 'do without one'),
    projectPicture,
  );

  const carbon = program.command('carbon-projects').description('carbon projects');
  onInstance(line, carbon.command('import').argument('<file>').description(importing), importCarbon);
  onInstance(line, carbon.command('list').description('all carbon projects'), listCarbon);
}

async function importForestry({ context }: Instance, file: string): Promise<Outcome> {
  const projects = checked(ForestryProjectFile, await readJson(file), file);
  return importAll(context, projects, async (tx, given) => {
    const known = await lockForestryProject(tx.db, given.name);
    const capacity = given.capacity_trees;
    const project = {
      id: newId(),
      name: given.name,
      status: given.status ?? known?.status ?? 'active',
      forestLatitude: given.forest_latitude,
      forestLongitude: given.forest_longitude,
      contentLogo: kept(given.content_logo, known?.contentLogo, ''),
      contentMasthead: kept(given.content_masthead, known?.contentMasthead, ''),
      contentIntroduction: kept(given.content_introduction, known?.contentIntroduction, ''),
      contentBodyHtml: kept(given.content_body_html, known?.contentBodyHtml, ''),
      contentImages: kept(given.content_images, known?.contentImages, []),
      capacityTrees: kept(
        capacity == null ? capacity : decimal(capacity).toFixed(),
        known?.capacityTrees,
        null,
      ),
      createdAt: tx.clock(),
    };
    return saveForestryProject(tx, project, known);
  });
}

/** What the file does not mention stays as it is known; null takes it away. */
function kept<T>(given: T | null | undefined, known: T | undefined, none: T): T {
  return given === undefined ? (known ?? none) : (given ?? none);
}

async function importCarbon({ context }: Instance, file: string): Promise<Outcome> {
  const projects: Static<typeof CarbonProjectFile> = checked(CarbonProjectFile, await readJson(file), file);
  return importAll(context, projects, async (tx, given) => {
    const known = await lockCarbonProject(tx.db, given.name);
    const project = {
      id: newId(),
      name: given.name,
      type: given.type,
      registryName: given.registry_name,
      pricePerTonne: decimal(given.price_per_tonne).toFixed(),
      status: given.status ?? known?.status ?? 'active',
      createdAt: tx.clock(),
    };
    return saveCarbonProject(tx, project, known);
  });
}

async function importAll<P extends { name: string }>(
  context: Context,
  projects: readonly P[],
  save: (context: Context, project: P) => Promise<{ created: boolean }>,
): Promise<Outcome> {
  const names = projects.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`The file names ${twice} twice`);
  return inTransaction(context, async (tx) => {
    let created = 0;
    for (const project of projects) if ((await save(tx, project)).created) created++;
    const updated = projects.length - created;
    return { value: { created, updated }, text: `${created} created, ${updated} updated` };
  });
}

async function listForestry({ context }: Instance): Promise<Outcome> {
  const projects = await listForestryProjects(context.db, { after: undefined, limit: 100_000 });
  return {
    value: projects.map((project) => ({
      ...presentForestryProject(project),
      capacity_trees: project.capacityTrees === null ? null : Number(project.capacityTrees),
    })),
    text: table(
      ['id', 'name', 'status', 'planted', 'capacity'],
      projects.map((project) => [
        project.id,
        project.name,
        project.status,
        decimal(project.plantedTrees).toFixed(),
        project.capacityTrees === null ? null : decimal(project.capacityTrees).toFixed(),
      ]),
    ),
  };
}

async function listCarbon({ context }: Instance): Promise<Outcome> {
  const projects = (await listCarbonProjects(context.db)).map(presentCarbonProject);
  return {
    value: projects,
    text: table(
      ['id', 'name', 'type', 'registry', 'price per tonne', 'status'],
      projects.map((project) => [
        project.id,
        project.name,
        project.type,
        project.registry_name,
        project.price_per_tonne,
        project.status,
      ]),
    ),
  };
}
