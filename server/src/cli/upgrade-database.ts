import { resolve } from 'node:path';
import { requireEmbeddedDatabase } from '../database/require-installation.js';
import { DirectoryInUse, OtherMajorVersion } from '../database/embedded-postgres/index.js';
import {
  confirmUpgrade,
  revertUpgrade,
  ChangedSinceUpgradeError,
} from '../installation/upgrade/end-upgrade.js';
import type { TableChange } from '../installation/upgrade/changes-since.js';
import { upgradeDatabase } from '../installation/upgrade/upgrade-database.js';
import { commandHint } from '../platform/config/command-hint.js';
import type { Config } from '../platform/config/config.js';
import { invalid } from '../platform/errors.js';
import { untilStopSignal } from '../platform/stop-signal.js';
import { systemClock } from '../platform/time/clock.js';
import type { Command } from './command.js';
import { pluralize, print, rejectIf, type CliEnvironment, type Outcome } from './command-line.js';
import { progressBar } from './progress-bar.js';

interface Options {
  readonly oldBinaries?: string;
  readonly confirm?: true;
  readonly revert?: true;
  readonly yes?: true;
}

export function addUpgradeDatabaseCommand(program: Command, line: CliEnvironment): void {
  const command = program
    .command('upgrade-database')
    .description('upgrade an embedded database that an earlier major version of PostgreSQL made')
    .example('upgrade-database')
    .example('upgrade-database --confirm')
    .option('--old-binaries <folder>', 'programs of that version, if they are not installed')
    .option('--confirm', 'remove the database from before the upgrade')
    .option('--revert', 'go back to the database from before the upgrade')
    .option('--yes', 'with --revert: even if something was written since, which is lost')
    .option('--json', 'print one JSON value');
  rejectIf(command, (given) => {
    const { confirm, revert, yes, oldBinaries } = given.opts<Options>();
    if (confirm && revert) return 'use either --confirm or --revert';
    if (yes && !revert) return '--yes is for --revert';
    return oldBinaries !== undefined && (confirm ?? revert) ? '--old-binaries is for the upgrade' : undefined;
  }).action(async (options: Options) => {
    const config = line.config();
    if (config.databaseUrl !== undefined)
      throw invalid(
        'REGROVE_DATABASE_URL is set: this command upgrades the embedded database only. Upgrade your own with the tools of PostgreSQL',
      );
    await requireEmbeddedDatabase(config);
    const work = options.confirm ? confirm : options.revert ? revert : upgrade;
    const outcome = await untilStopSignal(
      (interruption) => work(config, options, { line, regrove: program.version() ?? '', interruption }),
      { ...config, reason: new Error('Interrupted. Nothing was changed') },
    ).catch((error: unknown) => {
      throw withAdvice(error, config);
    });
    print(line, command, outcome);
  });
}

interface Surroundings {
  readonly line: CliEnvironment;
  readonly regrove: string;
  readonly interruption: AbortSignal;
}

async function upgrade(
  config: Config,
  { oldBinaries }: Options,
  { line, regrove, interruption }: Surroundings,
): Promise<Outcome> {
  const bar = progressBar(line.draw, systemClock, 'rows');
  const outcome = await upgradeDatabase({
    dataDir: config.dataDir,
    oldBinaries: oldBinaries === undefined ? undefined : resolve(oldBinaries),
    regrove,
    now: systemClock(),
    interruption,
    progress: {
      step: (text) => {
        bar.clear();
        line.err(text);
      },
      rows: bar.show,
    },
  }).finally(bar.clear);
  if (!outcome.isUpgraded) {
    const { version, unconfirmed } = outcome;
    return {
      value: { upgraded: false, version, unconfirmed: unconfirmed ?? null },
      text:
        `Nothing to do: the database was made by PostgreSQL ${version}` +
        (unconfirmed === undefined ? '' : `. ${howToEnd(config, unconfirmed)}`),
    };
  }
  const { from, to, tables, rows, sandboxes, kept, leftBehind } = outcome;
  return {
    value: { upgraded: true, from, to, tables, rows, sandboxes, kept, left_behind: leftBehind },
    text: [
      `Upgraded from PostgreSQL ${from} to ${to}: ${pluralize(rows, 'row')} of ${pluralize(tables, 'table')}` +
        (sandboxes === 0 ? '' : `, with those of ${sandboxes} ${sandboxes === 1 ? 'sandbox' : 'sandboxes'}`),
      ...(leftBehind.length === 0
        ? []
        : [`Not made by Regrove, and only in the former database: ${leftBehind.join(', ')}`]),
      howToEnd(config, from),
    ].join('\n'),
  };
}

/** What to do about an upgrade that is not confirmed. */
const howToEnd = (config: Config, from: string): string =>
  `The database of PostgreSQL ${from} is kept until you run \`${commandHint(config, 'upgrade-database --confirm')}\`; ` +
  `\`${commandHint(config, 'upgrade-database --revert')}\` goes back to it`;

async function confirm({ dataDir }: Config): Promise<Outcome> {
  const { from, leftBehind } = await confirmUpgrade(dataDir);
  return {
    value: { confirmed: from !== undefined, from: from ?? null, left_behind: leftBehind },
    text:
      from === undefined
        ? 'Nothing to do: there is no upgrade to confirm'
        : `Confirmed: the database of PostgreSQL ${from} is removed` +
          (leftBehind.length === 0 ? '' : `, with what only it had: ${leftBehind.join(', ')}`),
  };
}

async function revert(
  { dataDir }: Config,
  { yes }: Options,
  { interruption }: Surroundings,
): Promise<Outcome> {
  const now = systemClock();
  const { from, changes, keptAt } = await revertUpgrade({
    dataDir,
    discardsChanges: yes === true,
    now,
    interruption,
  });
  return {
    value: { reverted: true, from, lost: changes ?? null, set_aside: keptAt ?? null },
    text: [
      `Reverted: the database is that of PostgreSQL ${from} again. Start it with a version of Regrove that brings PostgreSQL ${from}, ` +
        'or upgrade it again',
      ...(keptAt === undefined
        ? []
        : [
            `It is not known what was written to the other database. It is kept in ${keptAt}: remove it once you do not need it`,
          ]),
    ].join('\n'),
  };
}

function withAdvice(error: unknown, config: Config): unknown {
  if (error instanceof DirectoryInUse)
    return new Error(`${error.message}: stop it first. Nothing was changed`, { cause: error });
  if (error instanceof OtherMajorVersion)
    return new Error(`${error.message}: use a version of Regrove that knows it`, { cause: error });
  if (error instanceof ChangedSinceUpgradeError)
    return invalid(
      error.changes
        ? `${describeChanges(error.changes)}. To lose that, add --yes. To keep a copy of it, run first: ${commandHint(config, 'backup FILE')}`
        : `It is not known what was written since the upgrade${error.cause instanceof Error ? ` (${error.cause.message})` : ''}. ` +
            'To go back without it, add --yes: the database is then kept under another name',
    );
  return error;
}

function describeChanges(changes: readonly TableChange[]): string {
  const tables = changes.map(
    ({ table, written, lost }) => `${table} (${written} written, ${lost} changed or deleted)`,
  );
  const signed = changes.some(({ table }) => table.startsWith('log_'))
    ? '. The transparency log cannot take back what it has signed: it stops, see docs/backup.md'
    : '';
  return `What was written since the upgrade would be lost: ${tables.join(', ')}${signed}`;
}
