import type { Fault } from './credit-file.js';
import type { JudgedLot } from './judge-credits.js';

/** Lots of the file that have credits in common; the one further down is at fault. */
export function findSharedCredits(lots: readonly JudgedLot[]): Fault[] {
  const faults: Fault[] = [];
  const ordered = [...lots].sort(
    (a, b) => compare(a.series, b.series) || a.first - b.first || a.line - b.line,
  );
  // Of the lots so far, the one that reaches furthest.
  let reaching: JudgedLot | undefined;
  for (const lot of ordered) {
    if (reaching?.series === lot.series && lot.first <= reaching.last) {
      const [upper, lower] = reaching.line < lot.line ? [reaching, lot] : [lot, reaching];
      const isSame = upper.first === lower.first && upper.last === lower.last;
      const what = isSame ? 'is the same lot as' : 'shares credits with';
      faults.push({ line: lower.line, what: `${what} line ${upper.line}` });
      if (lot.last > reaching.last) reaching = lot;
    } else reaching = lot;
  }
  return faults;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
