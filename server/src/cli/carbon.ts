import { listCarbonLots, listInventory } from '../features/carbon/carbon-lot-store.js';
import { creditColumns, readCreditFile } from '../features/carbon/credit-file.js';
import { fulfilCarbon } from '../features/carbon/fulfil-offsets.js';
import { importCredits } from '../features/carbon/import-credits.js';
import { decimal } from '../platform/decimals.js';
import { describeColumns } from '../platform/text/csv-table.js';
import type { Instance } from '../database/instance.js';
import { presentCarbonLot } from '../wire/carbon-lot.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { pluralize } from './pluralize.js';
import { readText } from './operator-input.js';
import { addRetirementCommands } from './retirements.js';

export function addCarbonCommands(program: Command, line: CliEnvironment): void {
  const credits = program.command('carbon-credits').description('the inventory of carbon credits');
  const importing = 'import lots of credits from a CSV file, all or nothing';
  onInstance(
    line,
    credits
      .command('import')
      .argument('<file>', `its header ${describeColumns(creditColumns)}`)
      .description(importing)
      .example('carbon-credits import credits.csv'),
    importFile,
  );
  onInstance(
    line,
    credits
      .command('list')
      .description('list all lots and what is left of them')
      .example('carbon-credits list'),
    list,
  );

  const carbon = program.command('carbon').description('manage carbon offsets');
  addRetirementCommands(carbon, line);
  onInstance(
    line,
    carbon.command('fulfil').description('assign credits to waiting carbon offsets').example('carbon fulfil'),
    fulfil,
  );
}

async function importFile({ context }: Instance, file: string): Promise<Outcome> {
  const value = await importCredits(context, await readCreditFile(await readText(file)));
  return { value, text: `${pluralize(value.lots, 'lot')} imported, ${pluralize(value.tonnes, 'tonne')}` };
}

const qualities = [
  'type',
  'standard',
  'registry',
  'country',
  'ccp',
  'corresponding_adjustment',
  'registry_url',
] as const;

async function list({ context: { db } }: Instance, { json }: { json?: boolean }): Promise<Outcome> {
  const lots = (await listCarbonLots(db)).map(presentCarbonLot);
  if (json) return { value: lots, text: '' };
  const inventory = await listInventory(db);
  const ofLots = table(
    ['id', 'project', 'serial', 'vintage', 'tonnes', 'used', 'left', ...qualities],
    lots.map((lot) => [
      lot.id,
      lot.project_name,
      lot.serial,
      `${lot.vintage_start} to ${lot.vintage_end}`,
      lot.tonnes,
      lot.used,
      lot.left,
      ...qualities.map((name) => lot[name]),
    ]),
  );
  const ofProjects = table(
    ['project', 'tonnes', 'used', 'left', 'offsets wait for'],
    inventory.map(({ projectName, tonnes, used, left, waiting }) => [
      projectName,
      ...[tonnes, used, left, waiting].map((amount) => decimal(amount).toFixed()),
    ]),
  );
  return { value: lots, text: `${ofLots}\n\n${ofProjects}` };
}

async function fulfil({ context }: Instance): Promise<Outcome> {
  const { failed, ...value } = await fulfilCarbon(context);
  const done = `${pluralize(value.fulfilled, 'carbon offset')} fulfilled, ${value.waiting} still waiting`;
  return {
    value,
    text: failed === 0 ? done : `${done}; ${failed} of them could not be fulfilled (see above)`,
    failed: failed > 0,
  };
}
