import { Argument } from 'commander';
import type { Command } from '../command.js';
import type { CliEnvironment } from '../command-line.js';
import { bashCompletion } from './bash.js';
import { commandTree, type TreeCommand } from './command-tree.js';
import { fishCompletion } from './fish.js';
import { zshCompletion } from './zsh.js';

const shells: Readonly<Record<string, (program: string, root: TreeCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** The script has all commands, so all of them have to be added to the program. */
export function addCompletionCommand(program: Command, line: CliEnvironment): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and values in a shell')
    .example('completion bash > ~/.local/share/bash-completion/completions/regrove')
    .example('completion fish > ~/.config/fish/completions/regrove.fish')
    .addArgument(new Argument('<shell>', 'for this shell').choices(Object.keys(shells)))
    .action((shell: string) => line.write(shells[shell]?.(program.name(), commandTree(program)) ?? ''));
}
