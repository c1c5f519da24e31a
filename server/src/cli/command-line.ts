import type { Config } from '../platform/config/config.js';
import { escapeControls } from '../platform/text/control-characters.js';
import type { Pool } from '../database/database.js';
import { openInstance, type Instance, type InstanceOptions } from '../database/instance.js';
import { createLog } from '../platform/log.js';
import { requireSchema } from '../database/require-installation.js';
import { openDatabase } from '../database/open-database.js';
import type { Command } from './command.js';

/** The environment of a command, provided by the caller. */
export interface CliEnvironment {
  readonly config: () => Config;
  readonly out: (text: string) => void;
  /** Writes the text unchanged to standard output, and waits until it is written. */
  readonly write: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  /** Where logs go instead of standard error. */
  readonly logTo?: InstanceOptions['logTo'];
  /** Redraws the current line of a terminal; undefined if there is none. */
  readonly draw: ((text: string) => void) | undefined;
  /** The width of the terminal; undefined if there is none. */
  readonly columns?: number | undefined;
  /** Builds the dashboard and the guide if necessary; undefined if they are already built. */
  readonly buildDashboard?: (() => Promise<void>) | undefined;
  /** Sets a failing exit code. */
  readonly fail: () => void;
}

/** How a command opens the instance. */
type Opening = Pick<InstanceOptions, 'createIfMissing' | 'migrates' | 'distributing'>;

/** The result for scripts, and as text for people. */
export interface Outcome {
  readonly value: unknown;
  readonly text: string;
  /** The command worked, but found a problem that should make a script stop. */
  readonly failed?: boolean;
}

/**
 * Runs a command on the opened instance and prints its outcome: with --json, one JSON value on standard output,
 * otherwise text. Long output is written by the work itself. Only a command with `creates` creates an installation if
 * there is none.
 */
export function onInstance(
  line: CliEnvironment,
  command: Command,
  work: (instance: Instance, ...args: never[]) => Promise<Outcome | undefined>,
  options: Opening | ((command: Command) => Opening) = {},
): Command {
  return command.option('--json', 'print one JSON value').action(async (...args: unknown[]) => {
    const instance = await openInstance(
      { ...line.config(), logLevel: 'warn' },
      {
        report: line.err,
        logTo: line.logTo,
        createIfMissing: false,
        ...(typeof options === 'function' ? options(command) : options),
      },
    );
    try {
      const outcome = await work(instance, ...(args as never[]));
      if (outcome) print(line, command, outcome);
    } finally {
      await instance.close();
    }
  });
}

/** The same for work on the database alone, unmigrated and as its owner. */
export function onDatabase(
  line: CliEnvironment,
  command: Command,
  work: (pool: Pool, config: Config, ...args: never[]) => Promise<Outcome>,
  { createIfMissing = false }: Pick<InstanceOptions, 'createIfMissing'> = {},
): Command {
  return command.option('--json', 'print one JSON value').action(async (...args: unknown[]) => {
    const config: Config = { ...line.config(), logLevel: 'warn' };
    const database = await openDatabase(config, createLog(config.logLevel, line.logTo), {
      report: line.err,
      createIfMissing,
    });
    const pool = database.openAsOwner();
    try {
      if (!createIfMissing) await requireSchema(pool, config);
      print(line, command, await work(pool, config, ...(args as never[])));
    } finally {
      await pool.close();
      await database.release();
    }
  });
}

/** With --json, one JSON value on standard output, otherwise text. */
export function print(line: CliEnvironment, command: Command, { value, text, failed }: Outcome): void {
  const { json } = command.opts<{ json?: boolean }>();
  line.out(json ? JSON.stringify(value) : text);
  if (failed) line.fail();
}

/** Exits with a usage error if options and arguments do not fit together, before anything is opened. */
export const rejectIf = (command: Command, problemOf: (given: Command) => string | undefined): Command =>
  command.hook('preAction', () => {
    const problem = problemOf(command);
    if (problem !== undefined) command.error(`error: ${problem}`);
  });

type Cell = string | number | null;

/** A table with one line per row; control characters in cells are escaped. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [
    headings,
    ...rows.map((row) => row.map((cell) => (cell === null ? '-' : escapeControls(String(cell))))),
  ];
  // Not as arguments of `Math.max`: there may be more rows than a function can have.
  const widths = headings.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values, one per line. */
export function describeFacts(facts: readonly (readonly [string, string | null])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, fact]) => `${name.padEnd(width)}  ${escapeControls(fact ?? '-')}`).join('\n');
}

export { pluralize } from './pluralize.js';
