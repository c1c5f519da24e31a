import { flatten, nameOf, type TreeCommand, type TreeOption, type Value } from './command-tree.js';

/** Completion for zsh from 5.0 on: a file `_regrove` for $fpath, which can also be sourced after compinit. */
export function zshCompletion(program: string, root: TreeCommand): string {
  return `#compdef ${program}
# Completion of ${program} for zsh, made by: ${program} completion zsh

${flatten(root)
  .map((command) => functionOf(program, command))
  .join('\n\n')}

_${program}_npx() {
  if (( CURRENT == 2 )); then
    compadd ${program}
    _default
  elif [[ $words[2] == ${program} ]]; then
    shift words
    (( CURRENT-- ))
    _${program}
  else
    _default
  fi
}

(( $+_comps[npx] )) || compdef _${program}_npx npx
if [[ $funcstack[1] == _${program} ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}

function functionOf(program: string, command: TreeCommand): string {
  const name = ['', program, ...command.path].join('_');
  const options = command.options.flatMap(optionSpecs);
  return command.commands.length > 0
    ? group(name, command, options)
    : `${name}() {\n  _arguments -S ${lines([...options, ...argumentSpecs(command)])}\n}`;
}

const group = (name: string, command: TreeCommand, options: readonly string[]): string => `${name}() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -C ${lines([...options, quote('1: :->command'), quote('*:: :->rest')])}
  case $state in
  command)
    commands=(
${command.commands.map((below) => `      ${quote(`${nameOf(below)}:${below.description}`)}`).join('\n')}
    )
    _describe command commands
    ;;
  rest)
    (( $+functions[${name}_$words[1]] )) && ${name}_$words[1]
    ;;
  esac
}`;

const lines = (specs: readonly string[]): string => specs.map((spec) => `\\\n    ${spec}`).join(' ');

function optionSpecs({ flags, description, value }: TreeOption): string[] {
  // Given in one form, it is not offered in the other.
  const others = flags.length > 1 ? `(${flags.join(' ')})` : '';
  return flags.map((flag) => {
    const takes = value && flag.startsWith('--') ? `${flag}=` : flag;
    return quote(
      `${others}${takes}[${escapeSpec(description)}]${value ? `:${nameOfValue(value)}:${action(value)}` : ''}`,
    );
  });
}

const argumentSpecs = (command: TreeCommand): string[] =>
  command.arguments.map(({ name, value, isRepeated }, index) =>
    quote(`${isRepeated ? '*' : String(index + 1)}:${name}:${action(value)}`),
  );

const nameOfValue = ({ kind }: Value): string => (kind === 'file' ? 'file' : 'value');

function action(value: Value): string {
  switch (value.kind) {
    case 'text':
      return ' ';
    case 'file':
      return '_files';
    case 'one-of':
      // Unlike the words after a command, the list is evaluated.
      return `(${value.words.map((word) => word.replace(/[^\w.-]/g, '\\$&')).join(' ')})`;
    case 'some-of':
      return `_sequence compadd - ${value.words.join(' ')}`;
  }
}

const escapeSpec = (text: string): string => text.replace(/[[\]\\:]/g, '\\$&');

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
