/** The known name that a misspelled one probably means; undefined if none is similar. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // Up to a third of the letters may be wrong. Beyond that it is a different word.
  let nearest: string | undefined;
  let least = Math.floor(name.length / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Number of insertions, deletions, replacements and swaps of adjacent letters to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
