/** A sandbox and whom its turns count for. */
export interface ScheduledSandbox {
  readonly id: string;
  /** Null: the operator. */
  readonly ownerId: string | null;
}

/**
 * Who had the last turns in the lane of this process. Owners take turns, whether they advance one sandbox or twenty, and so do the
 * sandboxes of an owner.
 */
export class FairScheduler {
  #count = 0;
  readonly #ofOwners = new Map<string | null, number>();
  readonly #ofSandboxes = new Map<string, number>();

  /** At which turn a sandbox has let another one go first. */
  readonly #yields = new Map<string, number>();

  /**
   * Whoever has waited longer than this one, if it is not its turn. If asked again before another turn begins, it is its turn: the other one
   * could not start.
   */
  nextBefore(one: ScheduledSandbox, others: readonly ScheduledSandbox[]): ScheduledSandbox | undefined {
    if (this.#yields.get(one.id) === this.#count) return undefined;
    const next = others.reduce((first, other) => (this.#isBefore(other, first) ? other : first), one);
    if (next === one) return undefined;
    this.#yields.set(one.id, this.#count);
    return next;
  }

  begin({ id, ownerId }: ScheduledSandbox): void {
    this.#count++;
    this.#ofOwners.set(ownerId, this.#count);
    this.#ofSandboxes.set(id, this.#count);
  }

  /** It has nothing left to do. */
  finish({ id }: ScheduledSandbox): void {
    this.#ofSandboxes.delete(id);
    this.#yields.delete(id);
  }

  #isBefore(one: ScheduledSandbox, other: ScheduledSandbox): boolean {
    const owners = this.#lastOfOwner(one) - this.#lastOfOwner(other);
    return owners < 0 || (owners === 0 && this.#lastOfSandbox(one) < this.#lastOfSandbox(other));
  }

  #lastOfOwner({ ownerId }: ScheduledSandbox): number {
    return this.#ofOwners.get(ownerId) ?? 0;
  }

  #lastOfSandbox({ id }: ScheduledSandbox): number {
    return this.#ofSandboxes.get(id) ?? 0;
  }
}
