import { readPages } from '../database/paging.js';
import type { Instance } from '../database/instance.js';
import { importPlantings } from '../features/plantings/import-plantings.js';
import { photosOf } from '../features/plantings/planting-photo-store.js';
import { listAllPlantings, listPlantings } from '../features/plantings/planting-store.js';
import type { Planting } from '../features/plantings/planting.js';
import { findForestryProjects, findProjectsCalled } from '../features/projects/forestry-project-store.js';
import { decimal } from '../platform/decimals.js';
import { missing } from '../platform/errors.js';
import { describeColumns } from '../platform/text/csv-table.js';
import { presentPlanting } from '../wire/planting.js';
import { presentPhoto } from '../wire/planting-photo.js';
import { plantingColumns, readPlantingFile } from '../wire/planting-file.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { readText } from './operator-input.js';
import { addPlantingPhotoCommands } from './planting-photos.js';

export function addPlantingCommands(program: Command, line: CliEnvironment): void {
  const plantings = program.command('plantings').description('what was planted in forestry projects');
  onInstance(
    line,
    plantings
      .command('import')
      .argument('<file>', `the header of a CSV file ${describeColumns(plantingColumns)}`)
      .description('import plantings from a CSV or JSON file, matched by reference, all or nothing')
      .example('plantings import plantings.csv'),
    importFile,
  );
  onInstance(
    line,
    plantings
      .command('list')
      .description('list plantings, the first planted first')
      .example('plantings list --project "Highland Birch"')
      .option('--project <project>', 'only those of this project: its name or id'),
    list,
  );
  addPlantingPhotoCommands(plantings, line);
}

async function importFile({ context }: Instance, file: string): Promise<Outcome> {
  const { created, updated } = await importPlantings(context, await readPlantingFile(await readText(file)));
  return { value: { created, updated }, text: `${created} created, ${updated} updated` };
}

async function list(
  { context: { db, baseUrl } }: Instance,
  { project }: { project?: string },
): Promise<Outcome> {
  const projectId = project === undefined ? undefined : await requireProject(db, project);
  const read = readPages<Planting>(
    (page) => (projectId === undefined ? listAllPlantings(db, page) : listPlantings(db, projectId, page)),
    ({ plantedOn, id }) => ({ sort: plantedOn, id }),
  );
  const plantings: Planting[] = [];
  for await (const page of read) plantings.push(...page);
  const photos = await photosOf(
    db,
    plantings.map(({ id }) => id),
  );
  const projects = await findForestryProjects(db, [
    ...new Set(plantings.map((planting) => planting.projectId)),
  ]);
  const projectNames = new Map(projects.map(({ id, name }) => [id, name]));
  return {
    value: plantings.map((planting) =>
      presentPlanting(
        planting,
        (photos.get(planting.id) ?? []).map((photo) => presentPhoto(photo, baseUrl())),
      ),
    ),
    text: table(
      ['reference', 'project', 'planted', 'trees', 'surviving', 'covered', 'partner'],
      plantings.map((planting) => [
        planting.reference,
        projectNames.get(planting.projectId) ?? planting.projectId,
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
