export interface LedgerFinding {
  readonly name: string;
  /** The violations; empty if there are none. */
  readonly violations: readonly string[];
  /** What the operator can do about them. */
  readonly advice: string;
}

/** Nobody reads more, and a log may have millions. */
const maxKept = 1_000;

/** A finding to which violations are added one by one. */
export class FindingCollector implements LedgerFinding {
  readonly violations: string[] = [];

  constructor(
    readonly name: string,
    readonly advice: string,
  ) {}

  add(what: string): void {
    if (this.violations.length < maxKept) this.violations.push(what);
  }
}
