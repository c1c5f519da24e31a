/** Tracks periods in which all processes were up and none was killed: a failure during one has another cause. */
export class CalmPeriods {
  #isCalm = false;
  #count = 0;

  begin(): void {
    this.#isCalm = true;
  }

  end(): void {
    this.#isCalm = false;
    this.#count++;
  }

  /** Returns a function that tells whether it has been calm since this call. */
  watch(): () => boolean {
    const [wasCalm, count] = [this.#isCalm, this.#count];
    return () => wasCalm && this.#isCalm && this.#count === count;
  }
}
