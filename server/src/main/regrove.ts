import { CommanderError } from 'commander';
import { Command, describeExamples } from '../cli/command.js';
import type { CliEnvironment } from '../cli/command-line.js';
import { readConfig, type Config } from '../platform/config/config.js';
import { escapeForTerminal } from '../platform/text/control-characters.js';
import { messageForOperator } from '../platform/errors.js';
import { readVersion } from '../platform/version.js';
import { commandsFor } from './commands.js';
import { ownRole } from './process-group.js';

const wrongUsage = 2;

const defaultColumns = 80;
/** Longer lines are harder to read. */
const maxColumns = 100;

/** The output of a command line, and what its caller provides. */
export type Terminal = Pick<
  CliEnvironment,
  'out' | 'write' | 'err' | 'draw' | 'columns' | 'logTo' | 'buildDashboard'
>;

/** Runs any command, with uniform error handling. Resolves to the exit code. */
export async function runCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  let code = 0;
  const line: CliEnvironment = {
    ...withoutControls(terminal),
    config: () => announcingUnknown(readConfig(env), line.err),
    fail: () => void (code = 1),
  };
  const program = new Command('regrove')
    .description('Turns paper consumption into funded trees and carbon credits')
    .version(await readVersion())
    .showHelpAfterError('(see --help)')
    .example('help accounts')
    .example('accounts create --help')
    .addHelpText('afterAll', ({ command }) =>
      describeExamples(command, env['REGROVE_COMMAND']?.trim() || 'npx regrove'),
    )
    .configureOutput({
      getOutHelpWidth: () => Math.min(line.columns ?? defaultColumns, maxColumns),
      writeOut: (text) => line.out(text.trimEnd()),
      writeErr: (text) => line.err(text.trimEnd()),
    })
    .exitOverride();
  const [name] = argv;
  if (name !== '--version') for (const add of await commandsFor(name)) add(program, line);
  // In the last group.
  program.helpCommand(true);

  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
    if (!(error instanceof OutputClosedError)) line.err(messageForOperator(error));
    return 1;
  }
}

/** Processes of a group share the settings of the parent, which has already reported unknown ones. */
function announcingUnknown(config: Config, err: Terminal['err']): Config {
  if (ownRole() !== undefined) return config;
  for (const { name, nearest } of config.unknownSettings)
    err(
      `${name} is not a setting of this version and has no effect` +
        (nearest === undefined ? '' : `: did you mean ${nearest}?`),
    );
  return config;
}

/**
 * Names in the database, contents of files and responses of devices are untrusted. All output passes through here, so
 * that none of it can control the operator's terminal. JSON stays equivalent, because it is escaped.
 */
const withoutControls = ({ out, write, err, draw, ...rest }: Terminal): Terminal => ({
  ...rest,
  out: (text) => {
    out(escapeForTerminal(text));
  },
  write: (text) => write(escapeForTerminal(text)),
  err: (text) => {
    err(escapeForTerminal(text));
  },
  draw: draw && ((text) => draw(escapeForTerminal(text))),
});

/** Runs a command in the terminal of this process. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { buildDashboard }: Pick<CliEnvironment, 'buildDashboard'>,
): Promise<void> {
  const fail = (): void => void (process.exitCode = 1);
  // A reader such as `| head` may close the pipe. The writer gets the error, and the process need not crash.
  process.stdout.on('error', fail);
  const code = await runCommand(argv, env, {
    out: (text) => process.stdout.write(`${text}\n`),
    write: writeOut,
    err: (text) => process.stderr.write(`${text}\n`),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    draw: process.stderr.isTTY ? (text) => process.stderr.write(`\r\u001B[K${text}`) : undefined,
    buildDashboard,
  });
  if (code !== 0) process.exitCode = code;
}

/** The reader has what it wants. Nobody needs to be told. */
class OutputClosedError extends Error {}

const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else reject('code' in error && error.code === 'EPIPE' ? new OutputClosedError() : error);
    });
  });
