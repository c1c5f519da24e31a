import { Command, CommanderError } from 'commander';
import type { CommandLine } from '../cli/command-line.js';
import { readConfig, type Config } from '../platform/config/config.js';
import { escapeForTerminal } from '../platform/text/control-characters.js';
import { Refusal } from '../platform/errors.js';
import { readVersion } from '../platform/version.js';
import { commandsFor } from './commands.js';
import { ownPart } from './process-group.js';

const wrongUsage = 2;

/** Where a command line speaks, and to whom, and what it is given by whoever starts the program. */
export type Terminal = Pick<CommandLine, 'out' | 'write' | 'err' | 'draw' | 'logTo' | 'buildDashboard'>;

/** Runs one command: every command, and one way of failing. Resolves to the exit code. */
export async function runCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  let code = 0;
  const line: CommandLine = {
    ...withoutControls(terminal),
    config: () => announcingUnknown(readConfig(env), line.err),
    fail: () => void (code = 1),
  };
  const program = new Command('regrove')
    .description('Turns paper consumption into reforested trees and carbon offsets')
    .version(await readVersion())
    .showHelpAfterError('(see --help)')
    .configureOutput({
      writeOut: (text) => line.out(text.trimEnd()),
      writeErr: (text) => line.err(text.trimEnd()),
    })
    .exitOverride();
  const [name] = argv;
  if (name !== '--version') for (const add of await commandsFor(name)) add(program, line);

  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
    line.err(explain(error));
    return 1;
  }
}

/** Each process of a group has the settings of the one that started it, which has said so already. */
function announcingUnknown(config: Config, err: Terminal['err']): Config {
  if (ownPart() !== undefined) return config;
  for (const { name, nearest } of config.unknownSettings)
    err(
      `${name} is not a setting of this version and has no effect` +
        (nearest === undefined ? '' : `: did you mean ${nearest}?`),
    );
  return config;
}

/**
 * Names in the database, contents of files and answers of devices are others' words. Whatever is printed passes here, so that
 * none of it can steer the operator's terminal; JSON says the same with its escapes.
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

/** The program: a command at the terminal that it was started from. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { buildDashboard }: Pick<CommandLine, 'buildDashboard'>,
): Promise<void> {
  const fail = (): void => void (process.exitCode = 1);
  // A reader that has seen enough (`| head`) closes the pipe: whoever writes is told so, and the process need not die of it.
  process.stdout.on('error', fail);
  const code = await runCommand(argv, env, {
    out: (text) => process.stdout.write(`${text}\n`),
    write: writeOut,
    err: (text) => process.stderr.write(`${text}\n`),
    draw: process.stderr.isTTY ? (text) => process.stderr.write(`\r\u001B[K${text}`) : undefined,
    buildDashboard,
  });
  if (code !== 0) process.exitCode = code;
}

const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** The operator, other than a caller of the API, is told the cause as well. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refusal && error.cause instanceof Error)) return error.message;
  const { cause } = error;
  return `${error.message} (${cause.message || ('code' in cause ? String(cause.code) : cause.name)})`;
}
