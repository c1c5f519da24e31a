import { InvalidArgumentError } from 'commander';
import { addMethodology, activateMethodology } from '../features/methodologies/change-methodologies.js';
import { factorBounds } from '../features/methodologies/factor-bounds.js';
import {
  listMethodologies,
  type Factors,
  type Sources,
} from '../features/methodologies/methodology-store.js';
import { decimal } from '../platform/decimals.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../database/instance.js';
import { isoDay } from '../platform/time/months.js';
import {
  MethodologyName,
  MethodologySource,
  MethodologyUncertainty,
  MethodologyVersion,
  presentMethodology,
} from '../wire/methodology.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { fieldOf, readDay, readWebAddress } from './option-parsers.js';

/** The command-line option of each factor. */
const factorOptions: Readonly<Record<keyof Factors, { readonly flag: string; readonly says: string }>> = {
  standardWidth: { flag: 'width', says: 'of a standard page, in metres' },
  standardLength: { flag: 'length', says: 'of a standard page, in metres' },
  standardGsm: { flag: 'gsm', says: 'of a standard page, in g/m2' },
  pagesPerTree: { flag: 'pages-per-tree', says: 'standard pages' },
  emissionFactor: { flag: 'emission-factor', says: 'tonnes of CO2e per tonne of paper' },
  pricePerPage: { flag: 'price-per-page', says: 'per standard page' },
};

interface SourceOption {
  readonly flag: string;
  readonly says: string;
  readonly read: (text: string) => string;
}

/** The command-line option of what is said of the factors. `--version` is that of the program. */
const sourceOptions: Readonly<Record<keyof Sources, SourceOption>> = {
  source: { flag: 'source', says: 'where the factors come from', read: fieldOf(MethodologySource) },
  sourceUrl: { flag: 'source-url', says: 'address of the source', read: readWebAddress },
  version: {
    flag: 'method-version',
    says: 'version of the methodology',
    read: fieldOf(MethodologyVersion),
  },
  publishedOn: {
    flag: 'published-on',
    says: 'day of the version, such as 2026-10-31',
    read: (text) => isoDay(readDay(text)),
  },
  uncertainty: {
    flag: 'uncertainty',
    says: 'as the source states it, such as "±20%"',
    read: fieldOf(MethodologyUncertainty),
  },
};

const sourceNames = Object.keys(sourceOptions) as (keyof Sources)[];

const factorNames = Object.keys(factorOptions) as (keyof Factors)[];

export function addMethodologyCommands(program: Command, line: CliEnvironment): void {
  const methodology = program
    .command('methodology')
    .description('manage the factors that convert paper to pages, trees, tonnes and money');
  onInstance(
    line,
    methodology.command('list').description('list all, and which is current').example('methodology list'),
    list,
  );
  const adding = methodology
    .command('add')
    .description(
      'add one; omitted values are taken from the current one, the source only if its factors stay',
    )
    .example('methodology add --name "A4 80 g/m2" --width 0.21 --length 0.297 --gsm 80')
    .requiredOption('--name <name>', 'a unique name', readName);
  for (const factor of factorNames) {
    const { flag, says } = factorOptions[factor];
    adding.option(`--${flag} <number>`, says, (text: string) => readFactor(factor, text));
  }
  for (const source of sourceNames) {
    const { flag, says, read } = sourceOptions[source];
    adding.option(`--${flag} <text>`, says, read);
  }
  onInstance(line, adding, add);
  onInstance(
    line,
    methodology
      .command('use')
      .argument('<name-or-id>', 'of a methodology')
      .description('make one current: new quotes, orders and offsets use it, existing ones keep theirs')
      .example('methodology use "A4 80 g/m2"'),
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
      [
        'id',
        'name',
        'page',
        'pages per tree',
        'CO2e',
        'price per page',
        'version',
        'source',
        'uncertainty',
        'current',
      ],
      all.map((one) => [
        one.id,
        one.name,
        `${one.width} x ${one.length} m, ${one.gsm} g/m2`,
        one.pages_per_tree,
        one.emission_factor,
        one.price_per_page,
        [one.version, one.published_on].filter((part) => part !== null).join(', '),
        [one.source ?? 'not stated', one.source_url].filter((part) => part !== null).join(' '),
        one.uncertainty ?? 'not stated',
        one.current ? 'current' : '',
      ]),
    ),
  };
}

async function add({ context }: Instance, options: Record<string, string>): Promise<Outcome> {
  const given = <Name extends string>(
    known: Readonly<Record<Name, { readonly flag: string }>>,
    names: readonly Name[],
  ): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = options[optionOf(known[name])];
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Partial<Record<Name, string>>;
  const added = await addMethodology(
    context,
    options['name'] ?? '',
    given(factorOptions, factorNames),
    given(sourceOptions, sourceNames),
  );
  return { value: presentMethodology(added), text: `Added methodology ${added.name}: ${added.id}` };
}

/** Commander stores the value of `--pages-per-tree` as `pagesPerTree`. */
const optionOf = ({ flag }: { readonly flag: string }): string =>
  flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

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
