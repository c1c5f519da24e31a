import { Type } from '@sinclair/typebox';
import type { Command } from 'commander';
import { addMethodology, makeCurrent } from '../methodologies/change-methodologies.js';
import { listMethodologies, type Factors, type KeptMethodology } from '../methodologies/methodology-store.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../platform/instance.js';
import { Line } from '../wire/fields.js';
import { formatTimestamp } from '../wire/times.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { checked } from './operator-input.js';

/** How a factor is given. What is out of bounds is taken for a slip of the hand: a page in inches, a price in cents. */
interface FactorOption {
  readonly flag: string;
  readonly says: string;
  readonly least: number;
  readonly most: number;
  readonly decimals: number;
}

const factorOptions: Readonly<Record<keyof Factors, FactorOption>> = {
  standardWidth: { flag: 'width', says: 'of a standard page, in metres', least: 0.01, most: 2, decimals: 6 },
  standardLength: {
    flag: 'length',
    says: 'of a standard page, in metres',
    least: 0.01,
    most: 2,
    decimals: 6,
  },
  standardGsm: { flag: 'gsm', says: 'of a standard page, in g/m2', least: 1, most: 1_000, decimals: 0 },
  pagesPerTree: {
    flag: 'pages-per-tree',
    says: 'standard pages',
    least: 1,
    most: 1_000_000,
    decimals: 6,
  },
  emissionFactor: {
    flag: 'emission-factor',
    says: 'tonnes of CO2e per tonne of paper',
    least: 0,
    most: 100,
    decimals: 6,
  },
  pricePerPage: { flag: 'price-per-page', says: 'per standard page', least: 0, most: 100, decimals: 10 },
};

const factorNames = Object.keys(factorOptions) as (keyof Factors)[];

export function addMethodologyCommands(program: Command, line: CommandLine): void {
  const methodology = program
    .command('methodology')
    .description('the factors that turn paper into pages, trees, tonnes and money');
  onInstance(line, methodology.command('list').description('all, and which is current'), list);
  const adding = methodology
    .command('add')
    .description('add one; what is not given is taken from the current one')
    .requiredOption('--name <name>');
  for (const { flag, says } of Object.values(factorOptions)) adding.option(`--${flag} <number>`, says);
  onInstance(line, adding, add);
  onInstance(
    line,
    methodology
      .command('use')
      .argument('<name-or-id>')
      .description('make one current: new quotes, orders and offsets use it, the past keeps its own'),
    use,
  );
}

async function list({ context }: Instance): Promise<Outcome> {
  const all = (await listMethodologies(context.db)).map(present);
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

const NewName = Type.Object({ name: Line(255) });

async function add({ context }: Instance, options: Record<string, string>): Promise<Outcome> {
  const { name } = checked(NewName, { name: options['name'] }, 'methodology add');
  if (isUuid(name)) throw invalid('--name must not be an id');
  const given = factorNames.filter((factor) => textOf(options, factor) !== undefined);
  const factors = Object.fromEntries(
    given.map((factor) => [factor, readFactor(factorOptions[factor], textOf(options, factor) ?? '')]),
  );
  const added = await addMethodology(context, name, factors);
  return { value: present(added), text: `Added methodology ${added.name}: ${added.id}` };
}

/** Commander puts what follows `--pages-per-tree` into `pagesPerTree`. */
const textOf = (options: Readonly<Record<string, string>>, factor: keyof Factors): string | undefined =>
  options[factorOptions[factor].flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];

function readFactor({ flag, least, most, decimals }: FactorOption, text: string): string {
  const form = decimals === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`);
  const value = form.test(text) ? decimal(text) : undefined;
  if (!value || value.lt(least) || value.gt(most)) {
    const kind = decimals === 0 ? 'a whole number' : `a number of at most ${decimals} decimals`;
    throw invalid(`--${flag} must be ${kind} from ${least} to ${most}`);
  }
  return value.toFixed();
}

async function use({ context }: Instance, nameOrId: string): Promise<Outcome> {
  const current = await makeCurrent(context, nameOrId);
  return { value: present(current), text: `New quotes, orders and offsets use ${current.name}` };
}

const present = (one: KeptMethodology) => ({
  id: one.id,
  name: one.name,
  width: Number(one.standardWidth),
  length: Number(one.standardLength),
  gsm: Number(one.standardGsm),
  pages_per_tree: Number(one.pagesPerTree),
  emission_factor: Number(one.emissionFactor),
  price_per_page: Number(one.pricePerPage),
  current: one.current,
  created_at: formatTimestamp(one.createdAt),
});
