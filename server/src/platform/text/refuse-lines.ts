import { invalid } from '../errors.js';
import type { InvalidLine } from '../reason.js';
import { shorten } from './shorten.js';

// As many as a user is likely to fix before the next attempt.
const maxLinesListed = 30;
const maxWhatLength = 300;

/** Refuses a file with faulty lines, and names the first of them. */
export function refuseLines(faults: readonly InvalidLine[], done = 'imported'): void {
  if (faults.length === 0) return;
  const byLine = faultsByLine(faults);
  const first = byLine.slice(0, maxLinesListed);
  const messages = first.map(
    ([line, found]) => `line ${line}: ${shorten(found.map(({ what }) => what).join('; '), maxWhatLength)}`,
  );
  const more = byLine.length - messages.length;
  const rest = more === 0 ? [] : [`and ${more} more`];
  throw invalid([`Nothing was ${done}:`, ...messages, ...rest].join('\n'), {
    code: 'lines-wrong',
    params: { more },
    lines: first.flatMap(([, found]) => found),
  });
}

/** The faults of each line, in the order of the file. */
export function faultsByLine(faults: readonly InvalidLine[]): [line: number, faults: InvalidLine[]][] {
  const byLine = new Map<number, InvalidLine[]>();
  for (const fault of faults) {
    const known = byLine.get(fault.line);
    if (known) known.push(fault);
    else byLine.set(fault.line, [fault]);
  }
  return [...byLine].sort(([a], [b]) => a - b);
}
