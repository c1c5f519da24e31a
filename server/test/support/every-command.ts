import type { Command as PlainCommand } from 'commander';
import { Command } from '../../src/cli/command.js';
import type { CliEnvironment } from '../../src/cli/command-line.js';
import { everyCommand } from '../../src/main/commands.js';
import { exampleLogKey } from './witnessed-log.js';

/** The program with all commands. A command that is wrong throws instead of ending the process. */
export async function wholeProgram(): Promise<Command> {
  const program = new Command('regrove').exitOverride().configureOutput({ writeErr: () => undefined });
  const line: CliEnvironment = {
    config: () => {
      throw new Error('Nothing is run here');
    },
    out: () => undefined,
    write: () => Promise.resolve(),
    err: () => undefined,
    draw: undefined,
    fail: () => undefined,
  };
  for (const add of await everyCommand()) add(program, line);
  return program;
}

/** The commands that do something, by name, for example `accounts create`. */
export const knownCommands = async (): Promise<ReadonlyMap<string, PlainCommand>> =>
  new Map(leavesOf(await wholeProgram()));

export const leavesOf = (command: PlainCommand, path: readonly string[] = []): [string, PlainCommand][] =>
  command.commands.length === 0
    ? [[path.join(' '), command]]
    : command.commands.flatMap((below) => leavesOf(below, [...path, below.name()]));

/** As a shell splits a command; its output may go to a file. */
export const wordsOf = (command: string): string[] =>
  [...command.replace(/ > \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/** Parses a command as it stands in the help, and tells which one would have started, or why none. */
export async function parseCommand(
  program: Command,
  command: string,
): Promise<{ started: string[]; error: unknown }> {
  const started: string[] = [];
  for (const [name, leaf] of leavesOf(program))
    leaf.action(() => {
      started.push(name);
    });
  const placeholders: Readonly<Record<string, string>> = {
    ID: id,
    KEY: 'rg_some',
    VKEY: await exampleLogKey(),
    FILE: 'some-file',
  };
  const words = wordsOf(command).map((word) => placeholders[word] ?? word);
  const error = await program.parseAsync(words, { from: 'user' }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { started, error };
}

/** The options and arguments of a command that take a value: `--name`, `<file>`. */
export const valuesOf = (command: PlainCommand): string[] => [
  ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
  ...command.options
    .filter((option) => option.required || option.optional)
    .map((option) => option.long ?? ''),
];

/** The arguments of a command, and its options with their values. */
export interface CommandInput {
  readonly args?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string>>;
}

export const id = '01900000-0000-7000-8000-00000000dead';

/** The minimum that each command needs. */
export const minimalInput: Readonly<Record<string, CommandInput>> = {
  serve: {},
  worker: {},
  migrate: {},
  'upgrade-database': {},
  partition: {},
  backup: { args: { '<file>': 'no-such-folder/backup' } },
  restore: { args: { '<file>': 'no-such-file' } },
  'accounts create': { options: { '--name': 'A', '--role': 'distributor' } },
  'accounts list': {},
  'accounts show': { args: { '<account>': id } },
  'accounts activate': { args: { '<account>': id } },
  'accounts deactivate': { args: { '<account>': id } },
  'accounts settings': { args: { '<account>': id } },
  'keys create': { options: { '--account': id } },
  'keys list': { options: { '--account': id } },
  'keys update': { args: { '<key-id>': id }, options: { '--mcp-write': 'on' } },
  'keys revoke': { args: { '<key-id>': id } },
  'agents enrol': { options: { '--feed': id } },
  'agents list': { options: { '--feed': id } },
  'agents revoke': { args: { '<agent-id>': id }, options: { '--feed': id } },
  'users list': { options: { '--account': id } },
  'users create': { options: { '--account': id, '--email': 'who@example.com' } },
  'users import': { args: { '<file>': 'no-such-file' } },
  'deposits import': { args: { '<file>': 'no-such-file' } },
  'users delete': { args: { '<user-id>': id } },
  'users sign-in-link': { options: { '--email': 'who@example.com' } },
  'users permission': { args: { '<permission>': 'full' }, options: { '--email': 'who@example.com' } },
  'users operator': { args: { '<state>': 'on' }, options: { '--email': 'who@example.com' } },
  'projects import': { args: { '<file>': 'no-such-file' } },
  'projects list': {},
  'projects picture': { args: { '<project>': 'A', '<file>': 'no-such-file' } },
  'carbon-projects import': { args: { '<file>': 'no-such-file' } },
  'carbon-projects list': {},
  'methodology list': {},
  'methodology add': { options: { '--name': 'A' } },
  'methodology use': { args: { '<name-or-id>': 'A' } },
  'plantings import': { args: { '<file>': 'no-such-file' } },
  'plantings list': {},
  'plantings photo': { args: { '<reference>': 'A', '<file>': 'no-such-file' } },
  'plantings photos': { args: { '<reference>': 'A' } },
  'plantings remove-photo': { args: { '<photo-id>': id } },
  'carbon-credits import': { args: { '<file>': 'no-such-file' } },
  'carbon-credits list': {},
  'carbon fulfil': {},
  'carbon retirements list': {},
  'carbon retirements record': { args: { '<file>': 'no-such-file' } },
  'carbon retirements reconcile': { args: { '<file>': 'no-such-file' } },
  'sandboxes create': {},
  'sandboxes list': {},
  'sandboxes delete': { args: { '<sandbox-id>': id } },
  'feeds list': {},
  'feeds check': {},
  'feeds collect': {},
  'feeds devices': { options: { '--feed': id } },
  'feeds readings': { options: { '--feed': id } },
  'webhooks listen': { options: { '--key': 'rg_none', '--forward-to': 'http://127.0.0.1:9/' } },
  mcp: { options: { '--key': 'rg_none', '--url': 'http://127.0.0.1:9/' } },
  'month close': { args: { '<month>': '2020-01' } },
  'month bill': { args: { '<month>': '2020-01' } },
  'invoices list': {},
  'invoices show': { args: { '<number-or-id>': '1' } },
  'invoices export': { options: { '--format': 'json' } },
  'invoices paid': { args: { '<number-or-id>': '1' } },
  'invoices unpaid': { args: { '<number-or-id>': '1' } },
  'offsets withdraw': { args: { '<offset-id>': id }, options: { '--account': id, '--reason': 'A' } },
  'credit-notes list': {},
  'public-page show': { options: { '--slug': 'evergreen' } },
  'public-page enable': { options: { '--slug': 'evergreen' } },
  'public-page disable': { options: { '--slug': 'evergreen' } },
  'report annual': {
    options: { '--account': id, '--year': '2026', '--format': 'json', '--out': 'no-such-folder/report' },
  },
  'jobs list': {},
  'jobs retry': {},
  'jobs discard': { args: { '<ids>': '1' } },
  'mail list': {},
  'mail retry': { args: { '<mail-id>': id } },
  'audit list': {},
  'log audit': { args: { '<url>': 'http://127.0.0.1:9/' } },
  verify: { args: { '<files>': 'no-such-file' } },
  'log join': {},
  'log restart': { options: { '--origin': 'trees.example/log-2' } },
  'secrets rotate': {},
  'log key': {},
  'log rotate-key': {},
  'demo seed': {},
  'demo key': {},
  doctor: {},
  completion: { args: { '<shell>': 'bash' } },
};

/** The command line with the minimum, and optionally one replaced or additional value. */
export function commandLineOf(name: string, value?: readonly [string, string]): string[] {
  const { args = {}, options = {} } = minimalInput[name] ?? {};
  const given = value?.[0].startsWith('<')
    ? { args: { ...args, [value[0]]: value[1] }, options }
    : { args, options: value ? { ...options, [value[0]]: value[1] } : options };
  return [
    ...name.split(' '),
    ...Object.entries(given.options).map(([option, text]) => `${option}=${text}`),
    ...Object.values(given.args),
  ];
}
