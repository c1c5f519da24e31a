import type { Command } from 'commander';
import { readPages } from '../database/paging.js';
import type { Instance } from '../database/instance.js';
import { importPlantings } from '../features/plantings/import-plantings.js';
import { listAllPlantings, listPlantings } from '../features/plantings/planting-store.js';
import type { Planting } from '../features/plantings/planting.js';
import { findProjectsCalled } from '../features/projects/forestry-project-store.js';
import { decimal } from '../platform/decimals.js';
import { missing } from '../platform/errors.js';
import { presentPlanting } from '../wire/planting.js';
import { readPlantingFile } from '../wire/planting-file.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { readText } from './operator-input.js';

export function addPlantingCommands(program: Command, line: CommandLine): void {
  const plantings = program.command('plantings').description('what was planted in forestry projects');
  onInstance(
    line,
    plantings
      .command('import')
      .argument('<file>')
      .description('import plantings from a CSV or JSON file, matched by reference, all or nothing'),
    importFile,
  );
  onInstance(
    line,
    plantings
      .command('list')
      .description('list plantings, the first planted first')
      .option('--project <project>', 'only those of this project: its name or id'),
    list,
  );
}

async function importFile({ context }: Instance, file: string): Promise<Outcome> {
  const { created, updated } = await importPlantings(context, await readPlantingFile(await readText(file)));
  return { value: { created, updated }, text: `${created} created, ${updated} updated` };
}

async function list({ context: { db } }: Instance, { project }: { project?: string }): Promise<Outcome> {
  const projectId = project === undefined ? undefined : await requireProject(db, project);
  const read = readPages<Planting>(
    (page) => (projectId === undefined ? listAllPlantings(db, page) : listPlantings(db, projectId, page)),
    ({ plantedOn, id }) => ({ sort: plantedOn, id }),
  );
  const plantings: Planting[] = [];
  for await (const page of read) plantings.push(...page);
  return {
    value: plantings.map((planting) => presentPlanting(planting, [])),
    text: table(
      ['reference', 'project', 'planted', 'trees', 'surviving', 'covered', 'partner'],
      plantings.map((planting) => [
        planting.reference,
        planting.projectId,
        planting.plantedOn,
        ...[planting.trees, planting.survivingTrees, planting.coveredTrees].map((trees) =>
          decimal(trees).toFixed(),
        ),
        planting.partner,
      ]),
    ),
  };
}

async function requireProject(db: Instance['context']['db'], name: string): Promise<string> {
  const found = await findProjectsCalled(db, [name, name.toLowerCase()]);
  const project = found.get(name) ?? found.get(name.toLowerCase());
  if (!project) throw missing(`There is no forestry project ${name}`);
  return project.id;
}
