import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InvalidLine } from '../../platform/reason.js';
import type { ParsedCredits } from './validate-credits.js';

// Many overlapping lots are compared pairwise, so the event loop gets a turn after this many comparisons.
const comparedInOneGo = 50_000;

/** Lines that share credits with an earlier line of the file. */
export async function findOverlappingCredits(credits: readonly ParsedCredits[]): Promise<InvalidLine[]> {
  const ordered = [...credits].sort(
    (a, b) => compare(a.series, b.series) || a.first - b.first || a.line - b.line,
  );
  // Maps a faulty line to the first line that it shares credits with.
  const shared = new Map<ParsedCredits, ParsedCredits>();
  const note = (a: ParsedCredits, b: ParsedCredits): void => {
    const [upper, lower] = a.line < b.line ? [a, b] : [b, a];
    if (upper.line < (shared.get(lower)?.line ?? Infinity)) shared.set(lower, upper);
  };
  let reaching: ParsedCredits[] = [];
  let compared = 0;
  for (const one of ordered) {
    compared += reaching.length + 1;
    if (compared > comparedInOneGo) {
      compared = 0;
      await nextTurn();
    }
    reaching = reaching.filter(({ series, last }) => series === one.series && last >= one.first);
    for (const other of reaching) note(other, one);
    reaching = withoutCovered(reaching, one);
  }
  return [...shared].map(([lower, upper]) => describe(lower, upper));
}

/** Leaves out lots that end within an earlier line: they are already faulty, and what overlaps them overlaps that line, too. */
function withoutCovered(reaching: readonly ParsedCredits[], one: ParsedCredits): ParsedCredits[] {
  const covers = (a: ParsedCredits, b: ParsedCredits): boolean => a.line < b.line && a.last >= b.last;
  if (reaching.some((other) => covers(other, one))) return [...reaching];
  return [...reaching.filter((other) => !covers(one, other)), one];
}

function describe({ line, first, last }: ParsedCredits, upper: ParsedCredits): InvalidLine {
  const isSame = upper.first === first && upper.last === last;
  return {
    line,
    what: `${isSame ? 'is the same lot as' : 'shares credits with'} line ${upper.line}`,
    reason: {
      code: isSame ? 'credits-same-line' : 'credits-shared-line',
      params: { other: upper.line },
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
