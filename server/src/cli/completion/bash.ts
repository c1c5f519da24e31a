import { flatten, nameOf, pathOf, type TreeCommand, type Value } from './command-tree.js';
import { shellWord } from '../../platform/text/shell.js';

/** Completion for bash from 3.2 on, with and without the package bash-completion. */
export function bashCompletion(program: string, root: TreeCommand): string {
  const commands = flatten(root);
  return `# Completion of ${program} for bash, made by: ${program} completion bash

# Sets what may follow the command: commands, options, and those options that take a value.
_${program}_command() {
  case $1 in
${commands.map(commandCase).join('\n')}
  *) return 1 ;;
  esac
}

# Sets what may follow an option, or be an argument of the command. Repeated arguments have the number n.
_${program}_value() {
  case $1 in
${commands.flatMap(valueCases).join('\n')}
  esac
}

# Completes what follows the word with this number.
_${program}_after() {
  local commands='' options='' valued='' files='' one='' some='' # set by the functions above
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' option='' count=0 ended='' offers='' before='' i word
  COMPREPLY=()
  _${program}_command ''
  for ((i = $1 + 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == = && $option ]]; then
      continue # bash splits --option=value at the sign
    elif [[ $option ]]; then
      option=''
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ ! $ended && $word == -* ]]; then
      [[ " $valued " == *" $word "* ]] && option=$word
    elif [[ $commands ]]; then
      path=\${path:+$path }$word
      _${program}_command "$path" || return 0
    else
      ((++count))
    fi
  done
  [[ $cur == = && $option ]] && cur=''
  if [[ ! $option && ! $ended && $cur == --*=* ]]; then
    option=\${cur%%=*} # as far as it is not split
    before=$option=
    cur=\${cur#*=}
  fi

  if [[ $option ]]; then
    _${program}_value "$path $option"
  elif [[ ! $ended && $cur == -* ]]; then
    offers=$options
  elif [[ $commands ]]; then
    offers=$commands
  else
    _${program}_value "$path $((count + 1))"
    [[ $files$one$some ]] || _${program}_value "$path n"
  fi
  offers=\${offers:-$one}
  if [[ $some ]]; then
    offers=$some
    before=$before\${cur%"\${cur##*,}"}
    cur=\${cur##*,}
  fi
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -f -- "$cur")
  elif [[ $offers ]]; then
    while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -W "$offers" -- "$cur")
  fi
}

_${program}() { _${program}_after 0; }

# Nothing but this program is completed after npx.
_${program}_npx() {
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${program} -- "\${COMP_WORDS[1]}"))
  elif [[ \${COMP_WORDS[1]} == ${program} ]]; then
    _${program}_after 1
  fi
}

complete -F _${program} ${program}
complete -p npx >/dev/null 2>&1 || complete -o default -F _${program}_npx npx
`;
}

function commandCase(command: TreeCommand): string {
  const flags = command.options.flatMap((option) => option.flags);
  const valued = command.options.flatMap((option) => (option.value ? option.flags : []));
  const sets = {
    commands: command.commands.map(nameOf),
    // Short forms are understood, but would only make the list longer.
    options: flags.filter((flag) => flag.startsWith('--')),
    valued,
  };
  const assignments = Object.entries(sets).map(([name, words]) => `${name}=${quote(words)}`);
  return `  ${shellWord(pathOf(command))}) ${assignments.join(' ')} ;;`;
}

function valueCases(command: TreeCommand): string[] {
  const values: [string, Value | undefined][] = [
    ...command.options.flatMap(({ flags, value }) =>
      flags.map((flag): [string, Value | undefined] => [flag, value]),
    ),
    ...command.arguments.map(({ value, isRepeated }, index): [string, Value] => [
      isRepeated ? 'n' : String(index + 1),
      value,
    ]),
  ];
  return values.flatMap(([place, value]) => {
    const set = value && assignment(value);
    return set === undefined ? [] : [`  ${shellWord(`${pathOf(command)} ${place}`)}) ${set} ;;`];
  });
}

function assignment(value: Value): string | undefined {
  switch (value.kind) {
    case 'text':
      return undefined;
    case 'file':
      return 'files=1';
    case 'one-of':
      return `one=${quote(value.words)}`;
    case 'some-of':
      return `some=${quote(value.words)}`;
  }
}

const quote = (words: readonly string[]): string => shellWord(words.join(' '));
