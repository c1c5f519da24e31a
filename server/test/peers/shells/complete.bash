# Prints what the function offers that bash would call for each line: a line "<word>" each, and "done" after those of a
# line. Arguments: the script, the folder to be in, and the words of each line, with "done" after the last one.
source "$1"
cd "$2" || exit 1
shift 2
COMP_WORDS=()
for word in "$@"; do
  if [[ $word != done ]]; then
    COMP_WORDS+=("$word")
    continue
  fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  definition=$(complete -p "${COMP_WORDS[0]}")
  [[ $definition =~ -F\ ([^ ]+) ]] && "${BASH_REMATCH[1]}"
  for offer in "${COMPREPLY[@]}"; do printf '<%s>\n' "$offer"; done
  echo done
  COMP_WORDS=()
done
