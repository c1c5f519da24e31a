import { AsyncResource } from 'node:async_hooks';
import { isRolledBack } from './failures.js';

/** An input and the account it belongs to, for work on several accounts in one batch. */
export interface AccountInput<Account extends string, Input> {
  readonly account: Account;
  readonly input: Input;
}

/** A row returned by a statement that takes lists, with its position in them, starting at 1. */
export interface NumberedRow {
  readonly number: number;
}

/** Rows by position; undefined where there is no row. */
export function alignByNumber<Row extends NumberedRow>(
  rows: readonly Row[],
  length: number,
): (Row | undefined)[] {
  const ordered = Array.from<Row | undefined>({ length });
  for (const row of rows) ordered[row.number - 1] = row;
  return ordered;
}

/** Returned by a batch for an item that it skipped. That item is then run alone. */
export const leftOut = Symbol('left out');

export interface BatcherOptions<Item extends AccountInput<string, unknown>, Output> {
  /** For benchmarks, see `unbatched`. */
  readonly name: string;
  /** All or nothing: if it throws, nothing was done. Returns outputs in the order of the items. */
  readonly runBatch: (items: readonly Item[]) => Promise<readonly (Output | typeof leftOut)[]>;
  readonly runAlone: (item: Item) => Promise<Output>;
  readonly maxSize?: number;
  readonly onIdle?: () => void;
}

export type Batcher<Item, Output> = (item: Item) => Promise<Output>;

interface Waiting<Item, Output> {
  readonly item: Item;
  readonly resolve: (output: Output | Promise<Output>) => void;
  readonly reject: (error: unknown) => void;
  /** Async context of the caller: instrumentation attributes a batch to the first request in it. */
  readonly scope: AsyncResource;
}

const names = new Set<string>();

export const declareBatcher = (name: string): void => void names.add(name);

/** All batchers of the stores loaded so far. The benchmark `batching` measures each of them. */
export const batcherNames = (): string[] => [...names];

/** Batchers that are turned off. Only the benchmark adds names, to measure what each batcher gains. */
export const unbatched = new Set<string>();

/**
 * Batches concurrent work. The first item runs immediately; items that arrive while a batch is in progress wait for the next
 * one. So no item waits just to fill a batch, and the higher the load, the lower the cost per item. Accounts take turns, so
 * an account with many items does not delay others. If the database rejects a batch, its items run one by one, so that no
 * item fails because of another.
 *
 * While an item runs alone, later ones of its account wait for it. It may hold the lock on a row that they need, so the next
 * batch would leave them out, too, and the account's items would run one by one for as long as the load lasts.
 */
export function createBatcher<Item extends AccountInput<string, unknown>, Output>({
  name,
  runBatch,
  runAlone,
  maxSize = 100,
  onIdle,
}: BatcherOptions<Item, Output>): Batcher<Item, Output> {
  const waiting = new Map<string, Waiting<Item, Output>[]>();
  /** How many items of an account run alone. */
  const alone = new Map<string, number>();
  let isRunning = false;

  const run = async (batch: readonly Waiting<Item, Output>[]): Promise<void> => {
    try {
      const items = batch.map(({ item }) => item);
      const outputs = await batch[0]?.scope.runInAsyncScope(() => runBatch(items));
      for (const [index, one] of batch.entries()) settle(one, outputs?.[index] as Output | typeof leftOut);
    } catch (error) {
      const isOneByOne = batch.length > 1 && isRolledBack(error);
      for (const one of batch) {
        if (isOneByOne) settle(one, leftOut);
        else one.reject(error);
      }
    }
  };
  const settle = (one: Waiting<Item, Output>, output: Output | typeof leftOut): void => {
    if (output === leftOut) void runLeftOut(one);
    else one.resolve(output);
  };
  const runLeftOut = async ({ item, resolve, scope }: Waiting<Item, Output>): Promise<void> => {
    const { account } = item;
    alone.set(account, (alone.get(account) ?? 0) + 1);
    const running = scope.runInAsyncScope(() => runAlone(item));
    resolve(running);
    await endOrLate(running);
    const others = (alone.get(account) ?? 1) - 1;
    if (others > 0) alone.set(account, others);
    else alone.delete(account);
    start();
  };
  const start = (): void => {
    if (isRunning) return;
    isRunning = true;
    void runAll();
  };
  const runAll = async (): Promise<void> => {
    const next = (): Waiting<Item, Output>[] =>
      takeInTurns(waiting, maxSize, (account) => !alone.has(account));
    for (let batch = next(); batch.length > 0; batch = next()) await endOrLate(run(batch));
    isRunning = false;
    if (waiting.size === 0 && alone.size === 0) onIdle?.();
  };

  return (item) => {
    if (unbatched.has(name)) return runAlone(item);
    return new Promise((resolve, reject) => {
      const one = { item, resolve, reject, scope: new AsyncResource('batcher') };
      const ofAccount = waiting.get(item.account);
      if (ofAccount) ofAccount.push(one);
      else waiting.set(item.account, [one]);
      start();
    });
  };
}

/**
 * Takes one item per account in turn, of accounts that may have one. An account with more items goes to the end of the queue,
 * across batches too.
 */
function takeInTurns<One>(
  waiting: Map<string, One[]>,
  maxSize: number,
  mayHaveOne: (account: string) => boolean,
): One[] {
  const taken: One[] = [];
  for (const [account, queue] of waiting) {
    if (!mayHaveOne(account)) continue;
    taken.push(...queue.splice(0, 1));
    waiting.delete(account);
    if (queue.length > 0) waiting.set(account, queue);
    if (taken.length === maxSize) break;
  }
  return taken;
}

/** The same with one account per batch. `runBatch` gets the account once, so it cannot mix two. */
export function createBatcherByAccount<
  Account extends string,
  Input,
  Item extends AccountInput<Account, Input>,
  Output,
>({
  runBatch,
  ...options
}: Omit<BatcherOptions<Item, Output>, 'runBatch' | 'onIdle'> & {
  readonly runBatch: (
    account: Account,
    inputs: readonly Input[],
  ) => Promise<readonly (Output | typeof leftOut)[]>;
}): Batcher<Item, Output> {
  const batchers = new Map<Account, Batcher<Item, Output>>();
  return (item) => {
    const { account } = item;
    const known = batchers.get(account);
    if (known) return known(item);
    const batcher = createBatcher<Item, Output>({
      ...options,
      runBatch: (items) =>
        runBatch(
          account,
          items.map(({ input }) => input),
        ),
      onIdle: () => batchers.delete(account),
    });
    batchers.set(account, batcher);
    return batcher(item);
  };
}

/** Work this slow means trouble, such as a lock that is held or a connection whose peer does not respond. */
const lateMs = 1_000;

/** Waits for the end of work, successful or not, but not so long that what comes later is held up. */
function endOrLate(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, lateMs);
    const end = (): void => {
      clearTimeout(late);
      resolve();
    };
    work.then(end, end);
  });
}
