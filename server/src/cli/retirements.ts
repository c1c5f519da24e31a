import { Option } from 'commander';
import { readRetirementRows } from '../features/carbon/list-retirements.js';
import { reconcileRetirements, type RetirementFinding } from '../features/carbon/reconcile-retirements.js';
import { recordRetirements } from '../features/carbon/record-retirements.js';
import { readRegistryExport } from '../features/carbon/registry-export.js';
import { readRetirementFile, retiredColumns } from '../features/carbon/retirement-file.js';
import type { Instance } from '../database/instance.js';
import { reportDatabase } from '../database/report-database.js';
import { describeColumns } from '../platform/text/csv-table.js';
import { jsonWriter } from '../wire/json-writer.js';
import { presentRetirementRow, RetirementRow, retirementRowsAsCsv } from '../wire/retirement-row.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { readText } from './operator-input.js';
import { pluralize } from './pluralize.js';
import { printBatches } from './print-batches.js';

export function addRetirementCommands(carbon: Command, line: CliEnvironment): void {
  const retirements = carbon.command('retirements').description('retirement of credits in their registries');
  onInstance(
    line,
    retirements
      .command('list')
      .description('list allocated credits, which have to be retired, and those that are')
      .example('carbon retirements list --pending --csv > worklist.csv')
      .option('--pending', 'only what is not retired yet')
      .addOption(new Option('--csv', 'print CSV, to be filled in for record').conflicts('json')),
    (instance, options: ListOptions) => list(line, instance, options),
  );
  const recording = 'record what was retired from a CSV file, all or nothing';
  onInstance(
    line,
    retirements
      .command('record')
      .argument('<file>', `its header ${describeColumns(retiredColumns)}`)
      .description(recording)
      .example('carbon retirements record worklist.csv'),
    record,
  );
  const reconciling = "compare with a registry's export; exits with 1 if anything differs";
  onInstance(
    line,
    retirements
      .command('reconcile')
      .argument('<file>')
      .description(reconciling)
      .example('carbon retirements reconcile vcus.csv')
      .example('carbon retirements reconcile vcus.csv --registry Verra')
      .option('--registry <name>', 'whose export it is; needed if your credits are in several'),
    reconcile,
  );
}

interface ListOptions {
  readonly pending?: boolean;
  readonly csv?: boolean;
  readonly json?: boolean;
}

const toJson = jsonWriter(RetirementRow);

async function list(
  line: CliEnvironment,
  { context }: Instance,
  { pending = false, csv = false, json = false }: ListOptions,
): Promise<undefined> {
  const rows = readRetirementRows(reportDatabase(context), {
    isPending: pending,
    claims: context.claims,
  });
  if (csv) {
    for await (const text of retirementRowsAsCsv(rows)) await line.write(text);
    return undefined;
  }
  return printBatches(line, rows, {
    json,
    toJson: (row) => toJson(presentRetirementRow(row)),
    toTable: (batch) =>
      table(
        [
          'serial',
          'tonnes',
          'allocated',
          'beneficiary',
          'project',
          'registry',
          'status',
          'retired on',
          'reason',
        ],
        batch.map((row) => [
          row.serial,
          row.tonnes,
          row.allocatedTonnes,
          row.beneficiary,
          row.project,
          row.registry,
          row.status,
          row.retiredOn,
          row.reason,
        ]),
      ),
    none: pending ? 'No credits are waiting for their retirement' : 'No credits are allocated',
  });
}

async function record({ context }: Instance, file: string): Promise<Outcome> {
  const value = await recordRetirements(context, await readRetirementFile(await readText(file)));
  const text = `${pluralize(value.retired, 'retirement')} recorded, ${pluralize(value.tonnes, 'tonne')}`;
  return { value, text };
}

async function reconcile(
  { context }: Instance,
  file: string,
  { registry }: { readonly registry?: string },
): Promise<Outcome> {
  const published = await readRegistryExport(await readText(file));
  const { findings, compared, unnamed, ignored } = await reconcileRetirements(
    reportDatabase(context),
    published,
    registry,
  );
  const read = `${pluralize(compared, 'line')} compared, ${unnamed} of them without a beneficiary, ${ignored} of other credits ignored`;
  const found =
    findings.length === 0
      ? 'The registry says what was recorded'
      : table(['what', 'serial', 'tonnes', 'lines', 'detail'], findings.map(cellsOf));
  return { value: findings, text: `${found}\n\n${read}`, failed: findings.length > 0 };
}

const details: Readonly<Record<RetirementFinding['kind'], string>> = {
  missing: 'recorded as retired, but not in the export',
  extra: 'in the export, but not recorded as retired',
  beneficiary: '',
  twice: 'more than once in the export',
  ambiguous: 'can be several ranges of your credits: add a column tonnes',
};

const cellsOf = ({ kind, serial, tonnes, lines, expected, published }: RetirementFinding) => [
  kind,
  serial,
  tonnes,
  lines.join(', ') || null,
  expected === undefined ? details[kind] : `for ${published}, not for ${expected}`,
];
