# Types each line in an interactive zsh, presses Tab, and prints the matches that zsh adds: a line "<word>" each, and
# "done" after those of a line.
# Arguments: the script, the folder to be in, a new file for the matches, and the lines.
zmodload zsh/zpty zsh/zselect
script=$1 folder=$2 found=$3
shift 3

zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -Uz compinit; compinit -D -u; source ${(q)script}; cd ${(q)folder}; bindkey '^I' complete-word"
zpty -w shell 'compadd() { local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- "<"${^hits}">" >> '${(q)found}'; builtin compadd "$@" }'
zpty -w shell 'finish() { comppostfuncs=(finish); print done >> '${(q)found}' }; comppostfuncs=(finish); : > '${(q)found}'; echo REA''DY'
while zpty -r shell output; do [[ $output == *READY* ]] && break; done

for (( typed = 1; typed <= $#; typed++ )); do
  # ^U takes back the line before.
  zpty -n -w shell $'\x15'${@[typed]}$'\t'
  for (( wait = 0; wait < 1000; wait++ )); do
    (( $(grep -c '^done$' $found) >= typed )) && break
    zselect -t 1
    zpty -r -t shell output
  done
done
zpty -d shell
cat $found
