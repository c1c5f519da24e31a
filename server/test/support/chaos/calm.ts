/** Times in which nobody was killed and all were up: what goes wrong then has another cause. */
export class Calm {
  #isCalm = false;
  #count = 0;

  begin(): void {
    this.#isCalm = true;
  }

  end(): void {
    this.#isCalm = false;
    this.#count++;
  }

  /** Says later whether it has been calm from now until then. */
  watch(): () => boolean {
    const [wasCalm, count] = [this.#isCalm, this.#count];
    return () => wasCalm && this.#isCalm && this.#count === count;
  }
}
