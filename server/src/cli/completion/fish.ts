import { flatten, nameOf, pathOf, type TreeCommand, type Value } from './command-tree.js';

/** Completion for fish from 3.0 on. */
export function fishCompletion(program: string, root: TreeCommand): string {
  return `# Completion of ${program} for fish, made by: ${program} completion fish

# Whether the words before the cursor are this command, and nothing or options after it; with a number, whether the
# argument with this number is next (n: any). What follows the number are the options that take a value.
function __${program}_at
    set -l given (commandline -opc)[2..-1]
    set -l path (string split -n ' ' -- $argv[1])
    for word in $path
        test "$given[1]" = $word; or return 1
        set -e given[1]
    end
    set -l count 1
    set -l option ''
    for word in $given
        if test -n "$option"
            set option ''
        else if not string match -q -- '-*' $word
            set count (math $count + 1)
        else if contains -- $word $argv[3..-1]
            set option $word
        end
    end
    test -z "$argv[2]" -o "$argv[2]" = n -o "$argv[2]" = $count
end

# Words separated by commas: those before the last comma stay.
function __${program}_some
    string replace -r '^' -- (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,|^' | head -n 1) $argv
end

function __${program}_after_npx
    set -l given (commandline -opc)
    test (count $given) -ge 2 -a "$given[2]" = ${program}
end

function __${program}_npx
    complete -C (commandline -cp | string replace -r '^\\s*npx\\s+' '')
end

complete -c ${program} -f
${flatten(root)
  .flatMap((command) => commandLines(program, command))
  .join('\n')}

complete -c npx -n 'test (count (commandline -opc)) = 1' -a ${program}
complete -c npx -n __${program}_after_npx -x -a '(__${program}_npx)'
`;
}

function commandLines(program: string, command: TreeCommand): string[] {
  const path = pathOf(command);
  const valued = command.options.flatMap(({ flags, value }) => (value ? flags : []));
  const complete = (place: string | undefined, rest: readonly string[]): string => {
    const condition = [`__${program}_at`, quote(path), ...(place === undefined ? [] : [place, ...valued])];
    return `complete -c ${program} -n ${quote(condition.join(' '))} ${rest.join(' ')}`;
  };
  return [
    ...command.commands.map((below) => complete('1', ['-a', nameOf(below), '-d', quote(below.description)])),
    ...command.options.map(({ flags, description, value }) =>
      // Options of a group stand before its commands.
      complete(command.commands.length > 0 ? '1' : undefined, [
        ...flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)),
        ...(value ? (offers(program, value) ?? ['-x']) : []),
        '-d',
        quote(description),
      ]),
    ),
    ...command.arguments.flatMap(({ value, isRepeated }, index) => {
      const offered = offers(program, value);
      return offered ? [complete(isRepeated ? 'n' : String(index + 1), offered)] : [];
    }),
  ];
}

/** Undefined: only the person knows. */
function offers(program: string, value: Value): string[] | undefined {
  switch (value.kind) {
    case 'text':
      return undefined;
    case 'file':
      return ['-r', '-F'];
    case 'one-of':
      return ['-x', '-a', quote(value.words.join(' '))];
    case 'some-of':
      return ['-x', '-a', quote(`(__${program}_some ${value.words.map(quote).join(' ')})`)];
  }
}

/** In single quotes, fish only knows these two escapes. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
