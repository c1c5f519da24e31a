import { Command as PlainCommand } from 'commander';

/** A command whose help ends with examples. A group without its own has the first one of each of its commands. */
export class Command extends PlainCommand {
  readonly #examples: string[] = [];

  override createCommand(name?: string): Command {
    return new Command(name);
  }

  /** The words after `regrove`. ID stands for an id, KEY for an API key, VKEY for the key of a log. */
  example(words: string): this {
    this.#examples.push(words);
    return this;
  }

  examples(): readonly string[] {
    if (this.#examples.length > 0) return this.#examples;
    return this.commands.flatMap((below) => (below instanceof Command ? below.examples().slice(0, 1) : []));
  }
}

/** The end of the help of a command, as the operator would type it. */
export function describeExamples(command: PlainCommand, program: string): string {
  const examples = command instanceof Command ? command.examples() : [];
  if (examples.length === 0) return '';
  const heading = examples.length === 1 ? 'Example:' : 'Examples:';
  return ['', heading, ...examples.map((words) => `  ${program} ${words}`)].join('\n');
}
