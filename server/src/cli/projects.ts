import { decimal } from '../platform/decimals.js';
import type { Instance } from '../database/instance.js';
import { listCarbonProjects } from '../features/projects/carbon-project-store.js';
import { listForestryProjects } from '../features/projects/forestry-project-store.js';
import {
  importCarbonProjects,
  importForestryProjects,
  type ImportedProjects,
} from '../features/projects/import-projects.js';
import { presentCarbonProject } from '../wire/carbon-project.js';
import { presentForestryProject } from '../wire/forestry-project.js';
import {
  CarbonProjectFile,
  carbonProjectOf,
  ForestryProjectFile,
  forestryProjectOf,
} from '../wire/project-file.js';
import type { Command } from './command.js';
import { onInstance, rejectIf, table, type CliEnvironment, type Outcome } from './command-line.js';
import { checked, readJson } from './operator-input.js';
import { pictureProblem, projectPicture } from './project-picture.js';

export function addProjectCommands(program: Command, line: CliEnvironment): void {
  const forestry = program.command('projects').description('forestry projects');
  const importing = 'import projects from a JSON file, matched by name, all or nothing';
  onInstance(
    line,
    forestry
      .command('import')
      .argument('<file>')
      .description(importing)
      .example('projects import projects.json'),
    importForestry,
  );
  onInstance(
    line,
    forestry.command('list').description('list all forestry projects').example('projects list'),
    listForestry,
  );
  onInstance(
    line,
    rejectIf(
      forestry
        .command('picture')
        .argument('<project>', 'its name or id')
        .argument('[file]', 'a JPEG, PNG or WebP of up to 16 MiB')
        .description('set or remove the picture on certificates')
        .example('projects picture "Highland Birch" birch.jpg')
        .example('projects picture ID --remove')
        .option('--remove', 'remove the picture'),
      pictureProblem,
    ),
    projectPicture,
  );

  const carbon = program.command('carbon-projects').description('carbon projects');
  onInstance(
    line,
    carbon
      .command('import')
      .argument('<file>')
      .description(importing)
      .example('carbon-projects import carbon-projects.json'),
    importCarbon,
  );
  onInstance(
    line,
    carbon.command('list').description('list all carbon projects').example('carbon-projects list'),
    listCarbon,
  );
}

async function importForestry({ context }: Instance, file: string): Promise<Outcome> {
  const projects = checked(ForestryProjectFile, await readJson(file), file);
  return imported(await importForestryProjects(context, projects.map(forestryProjectOf)));
}

async function importCarbon({ context }: Instance, file: string): Promise<Outcome> {
  const projects = checked(CarbonProjectFile, await readJson(file), file);
  return imported(await importCarbonProjects(context, projects.map(carbonProjectOf)));
}

const imported = ({ created, updated }: ImportedProjects): Outcome => ({
  value: { created, updated },
  text: `${created} created, ${updated} updated`,
});

async function listForestry({ context }: Instance): Promise<Outcome> {
  const projects = await listForestryProjects(context.db, { after: undefined, limit: 100_000 });
  return {
    value: projects.map((project) => ({
      ...presentForestryProject(project),
      website: project.website || null,
      place: project.place || null,
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
