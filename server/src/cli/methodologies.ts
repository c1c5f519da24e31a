import { InvalidArgumentError, type Command } from 'commander';
import { addMethodology, activateMethodology } from '../features/methodologies/change-methodologies.js';
import { factorBounds } from '../features/methodologies/factor-bounds.js';
import { listMethodologies, type Factors } from '../features/methodologies/methodology-store.js';
import { decimal } from '../platform/decimals.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../database/instance.js';
import { MethodologyName, presentMethodology } from '../wire/methodology.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { fieldOf } from './values.js';

/** The command-line option of each factor. */
const factorOptions: Readonly<Record<keyof Factors, { readonly flag: string; readonly says: string }>> = {
  standardWidth: { flag: 'width', says: 'of a standard page, in metres' },
  standardLength: { flag: 'length', says: 'of a standard page, in metres' },
  standardGsm: { flag: 'gsm', says: 'of a standard page, in g/m2' },
  pagesPerTree: { flag: 'pages-per-tree', says: 'standard pages' },
  emissionFactor: { flag: 'emission-factor', says: 'tonnes of CO2e per tonne of paper' },
  pricePerPage: { flag: 'price-per-page', says: 'per standard page' },
};

const factorNames = Object.keys(factorOptions) as (keyof Factors)[];

export function addMethodologyCommands(program: Command, line: CommandLine): void {
  const methodology = program
    .command('methodology')
    .description('manage the factors that convert paper to pages, trees, tonnes and money');
  onInstance(line, methodology.command('list').description('list all, and which is current'), list);
  const adding = methodology
    .command('add')
    .description('add one; omitted values are taken from the current one')
    .requiredOption('--name <name>', 'a unique name', readName);
  for (const factor of factorNames) {
    const { flag, says } = factorOptions[factor];
    adding.option(`--${flag} <number>`, says, (text: string) => readFactor(factor, text));
  }
  onInstance(line, adding, add);
  onInstance(
    line,
    methodology
      .command('use')
      .argument('<name-or-id>', 'of a methodology')
      .description('make one current: new quotes, orders and offsets use it, existing ones keep theirs'),
    use,
  );
}

const readText = fieldOf(MethodologyName);

/** An id is not allowed, because `use` takes a name or an id. */
function readName(text: string): string {
  if (isUuid(text.trim())) throw new InvalidArgumentError('It must not be an id.');
  return readText(text);
}

async function list({ context }: Instance): Promise<Outcome> {
  const all = (await listMethodologies(context.db)).map(presentMethodology);
  return {
    value: all,
    text: table(
      ['id', 'name', 'page', 'pages per tree', 'CO2e', 'price per page', 'current'],
      all.map((one) => [
        one.id,
        one.name,
        `${one.width} x ${one.length} m, ${one.gsm} g/m2`,
        one.pages_per_tree,
        one.emission_factor,
        one.price_per_page,
        one.current ? 'current' : '',
      ]),
    ),
  };
}

async function add({ context }: Instance, options: Record<string, string>): Promise<Outcome> {
  const factors = Object.fromEntries(
    factorNames.flatMap((factor) => {
      const value = options[optionOf(factor)];
      return value === undefined ? [] : [[factor, value]];
    }),
  );
  const added = await addMethodology(context, options['name'] ?? '', factors);
  return { value: presentMethodology(added), text: `Added methodology ${added.name}: ${added.id}` };
}

/** Commander stores the value of `--pages-per-tree` as `pagesPerTree`. */
const optionOf = (factor: keyof Factors): string =>
  factorOptions[factor].flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function readFactor(factor: keyof Factors, text: string): string {
  const { min, max, decimals } = factorBounds[factor];
  const form = decimals === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`);
  const value = form.test(text) ? decimal(text) : undefined;
  if (!value || value.lt(min) || value.gt(max)) {
    const kind = decimals === 0 ? 'a whole number' : `a number of at most ${decimals} decimals`;
    throw new InvalidArgumentError(`It must be ${kind} from ${min} to ${max}.`);
  }
  return value.toFixed();
}

async function use({ context }: Instance, nameOrId: string): Promise<Outcome> {
  const current = await activateMethodology(context, nameOrId);
  return { value: presentMethodology(current), text: `New quotes, orders and offsets use ${current.name}` };
}
