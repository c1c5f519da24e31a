# Prints what fish offers for each line: a line "<word>" each, and "done" after those of a line.
# Arguments: the script, the folder to be in, and the lines.
source $argv[1]
cd $argv[2]
for typed in $argv[3..-1]
    for offer in (complete -C $typed)
        echo "<"(string split -f 1 -- \t $offer)">"
    end
    echo done
end
