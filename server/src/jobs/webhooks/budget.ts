/** Whose attempts are counted together. */
export interface BudgetKey {
  /** The root of a tree of accounts. */
  readonly root: string;
  readonly isSandbox: boolean;
}

interface Count {
  all: number;
  limited: number;
}

/** Of attempts that are under way. Endpoints that fail or are slow have at most half of each. */
const limits = { all: 2_000, root: 250, sandboxes: 200, sandboxesOfOwner: 50 };

/** Limits how many attempts are under way: in all, and for each tree, so that none uses up what others need. */
export class Budget {
  readonly #all: Count = { all: 0, limited: 0 };
  readonly #sandboxes: Count = { all: 0, limited: 0 };
  readonly #roots = new Map<string, Count>();

  /** Whether there is room for one more. Then it counts until `release`. */
  take(share: BudgetKey, isLimited: boolean): boolean {
    const counts = this.#countsOf(share);
    if (!counts.every(([count, limit]) => hasRoom(count, limit, isLimited))) return false;
    for (const [count] of counts) add(count, isLimited, 1);
    return true;
  }

  release(share: BudgetKey, isLimited: boolean): void {
    for (const [count] of this.#countsOf(share)) add(count, isLimited, -1);
    if (this.#roots.get(share.root)?.all === 0) this.#roots.delete(share.root);
  }

  #countsOf({ root, isSandbox }: BudgetKey): [Count, number][] {
    const ofRoot = this.#roots.get(root) ?? { all: 0, limited: 0 };
    this.#roots.set(root, ofRoot);
    return [
      [this.#all, limits.all],
      [ofRoot, isSandbox ? limits.sandboxesOfOwner : limits.root],
      ...(isSandbox ? [[this.#sandboxes, limits.sandboxes] satisfies [Count, number]] : []),
    ];
  }
}

const hasRoom = (count: Count, limit: number, isLimited: boolean): boolean =>
  count.all < limit && (!isLimited || count.limited < limit / 2);

function add(count: Count, isLimited: boolean, change: 1 | -1): void {
  count.all += change;
  if (isLimited) count.limited += change;
}
