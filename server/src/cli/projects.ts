import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import type { Context } from '../platform/context.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import type { Instance } from '../platform/instance.js';
import { listCarbonProjects, upsertCarbonProject } from '../projects/carbon-project-store.js';
import { listForestryProjects, upsertForestryProject } from '../projects/forestry-project-store.js';
import { presentCarbonProject } from '../wire/carbon-project.js';
import { presentForestryProject } from '../wire/forestry-project.js';
import { CarbonProjectFile, ForestryProjectFile } from '../wire/project-file.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { checked, readJson } from './operator-input.js';

export function addProjectCommands(program: Command, line: CommandLine): void {
  const forestry = program.command('projects').description('forestry projects');
  const importing = 'take projects from a JSON file, matched by name: all of it or nothing';
  onInstance(line, forestry.command('import').argument('<file>').description(importing), importForestry);
  onInstance(line, forestry.command('list').description('all forestry projects'), listForestry);

  const carbon = program.command('carbon-projects').description('carbon projects');
  onInstance(line, carbon.command('import').argument('<file>').description(importing), importCarbon);
  onInstance(line, carbon.command('list').description('all carbon projects'), listCarbon);
}

async function importForestry({ context }: Instance, file: string): Promise<Outcome> {
  const projects = checked(ForestryProjectFile, await readJson(file), file);
  return importAll(context, projects, (db, project) =>
    upsertForestryProject(db, {
      id: newId(),
      name: project.name,
      status: project.status ?? null,
      forestLatitude: project.forest_latitude,
      forestLongitude: project.forest_longitude,
      contentLogo: project.content_logo ?? '',
      contentMasthead: project.content_masthead ?? '',
      contentIntroduction: project.content_introduction ?? '',
      contentBodyHtml: project.content_body_html ?? '',
      contentImages: project.content_images ?? [],
      capacityTrees: project.capacity_trees == null ? null : decimal(project.capacity_trees).toFixed(),
      createdAt: context.clock(),
    }),
  );
}

async function importCarbon({ context }: Instance, file: string): Promise<Outcome> {
  const projects: Static<typeof CarbonProjectFile> = checked(CarbonProjectFile, await readJson(file), file);
  return importAll(context, projects, (db, project) =>
    upsertCarbonProject(db, {
      id: newId(),
      name: project.name,
      type: project.type,
      registryName: project.registry_name,
      pricePerTonne: decimal(project.price_per_tonne).toFixed(),
      status: project.status ?? null,
      createdAt: context.clock(),
    }),
  );
}

async function importAll<P extends { name: string }>(
  { db }: Context,
  projects: readonly P[],
  upsert: (db: Context['db'], project: P) => Promise<boolean>,
): Promise<Outcome> {
  const names = projects.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`The file names ${twice} twice`);
  return db.transaction(async (tx) => {
    let created = 0;
    for (const project of projects) if (await upsert(tx, project)) created++;
    const updated = projects.length - created;
    return { value: { created, updated }, text: `${created} created, ${updated} updated` };
  });
}

async function listForestry({ context }: Instance): Promise<Outcome> {
  const projects = await listForestryProjects(context.db, { after: undefined, limit: 100_000 });
  return {
    value: projects.map(presentForestryProject),
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
