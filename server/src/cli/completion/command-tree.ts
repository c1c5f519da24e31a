import type { Argument, Command, Option } from 'commander';

/** What may stand for an argument or after an option. */
export type Value =
  | { readonly kind: 'text' | 'file' }
  | { readonly kind: 'one-of' | 'some-of'; readonly words: readonly string[] };

export interface TreeOption {
  /** `--help`, and `-h` if it has a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined: it takes none. */
  readonly value: Value | undefined;
}

export interface TreeArgument {
  readonly name: string;
  readonly value: Value;
  readonly isRepeated: boolean;
}

export interface TreeCommand {
  /** The words that lead to it, without the name of the program. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly TreeOption[];
  readonly arguments: readonly TreeArgument[];
  readonly commands: readonly TreeCommand[];
}

/** What a shell can complete, without anything of an installation. */
export function commandTree(command: Command, path: readonly string[] = []): TreeCommand {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const names = below.map((one) => one.name());
  return {
    path,
    description: help.subcommandDescription(command),
    options: help.visibleOptions(command).map(treeOption),
    arguments: command.registeredArguments.map(treeArgument),
    commands: below.map((one) =>
      one.name() === 'help'
        ? { ...commandTree(one, [...path, 'help']), arguments: [helpArgument(names)] }
        : commandTree(one, [...path, one.name()]),
    ),
  };
}

/** A command and all below it. */
export const flatten = (command: TreeCommand): TreeCommand[] => [
  command,
  ...command.commands.flatMap(flatten),
];

export const nameOf = ({ path }: TreeCommand): string => path.at(-1) ?? '';

export const pathOf = ({ path }: TreeCommand): string => path.join(' ');

const helpArgument = (names: readonly string[]): TreeArgument => ({
  name: 'command',
  value: { kind: 'one-of', words: names.filter((name) => name !== 'help') },
  isRepeated: false,
});

const treeOption = (option: Option): TreeOption => ({
  flags: [option.short, option.long].filter((flag) => flag !== undefined),
  description: option.description,
  value: option.required || option.optional ? valueOf(option, option.flags) : undefined,
});

const treeArgument = (argument: Argument): TreeArgument => ({
  name: argument.name(),
  value: valueOf(argument, `<${argument.name()}>`),
  isRepeated: argument.variadic,
});

function valueOf({ argChoices, parseArg }: Option | Argument, named: string): Value {
  if (argChoices) return { kind: 'one-of', words: argChoices };
  if (parseArg && 'known' in parseArg) return { kind: 'some-of', words: parseArg.known as readonly string[] };
  return { kind: /<files?>/.test(named) ? 'file' : 'text' };
}
