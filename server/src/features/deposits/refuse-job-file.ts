import type { InvalidLine } from '../../platform/reason.js';
import { refuseLines, faultsByLine } from '../../platform/text/refuse-lines.js';
import { Refusal } from '../../platform/errors.js';

/** A bad line, with everything that is wrong with it. */
export interface BadLine {
  readonly line: number;
  readonly message: string;
}

export const badLines = (faults: readonly InvalidLine[]): BadLine[] =>
  faultsByLine(faults).map(([line, found]) => ({
    line,
    message: found.map(({ what }) => what).join('; '),
  }));

/** Refuses a file with bad lines. Programs are told all of them, as in the answer of an import that takes the others. */
export function refuseJobFile(faults: readonly InvalidLine[]): void {
  try {
    refuseLines(faults);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const answer = { created: 0, unchanged: 0, customers_created: 0, errors: badLines(faults) };
    throw new Refusal(error.kind, error.message, error.reason, answer);
  }
}
