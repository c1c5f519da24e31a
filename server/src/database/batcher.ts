import { AsyncResource } from 'node:async_hooks';
import { isRolledBack } from './failures.js';

/** Something to do, and for whom: what is done for several accounts together says of each whose it is. */
export interface OfAccount<Account extends string, Input> {
  readonly account: Account;
  readonly input: Input;
}

/** A row of a statement that takes lists, with its place in them, from 1. */
export interface Numbered {
  readonly number: number;
}

/** Undefined where there is no row. */
export function inOrder<Row extends Numbered>(rows: readonly Row[], length: number): (Row | undefined)[] {
  const ordered = Array.from<Row | undefined>({ length });
  for (const row of rows) ordered[row.number - 1] = row;
  return ordered;
}

/** What a batch answers for an item that it has left out: that one is done alone. */
export const leftOut = Symbol('left out');

export interface BatcherOptions<Item extends OfAccount<string, unknown>, Output> {
  /** For benchmarks, see `unbatched`. */
  readonly name: string;
  /** Does all of it or, when it fails, nothing; answers in the order of the items. */
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
  /** Where it was asked for: instrumentation sees a batch as a part of the first request in it. */
  readonly scope: AsyncResource;
}

const names = new Set<string>();

export const declareBatcher = (name: string): void => void names.add(name);

/** Every batcher of the stores loaded so far: each has a figure in the benchmark `batching`. */
export const batcherNames = (): string[] => [...names];

/** Those that do everything alone. Only the benchmark puts names here, to show what each batcher gains. */
export const unbatched = new Set<string>();

/**
 * Does together what is asked for at the same time. The first item is done at once; what comes while its batch is under way
 * waits for the next. So nothing waits for company, and the busier it is, the less each one costs. Accounts take turns: one
 * that asks for much does not keep others waiting. If the database refuses a batch, its items are done one by one, so that
 * nobody fails for another's fault.
 */
export function createBatcher<Item extends OfAccount<string, unknown>, Output>({
  name,
  runBatch,
  runAlone,
  maxSize = 100,
  onIdle,
}: BatcherOptions<Item, Output>): Batcher<Item, Output> {
  const waiting = new Map<string, Waiting<Item, Output>[]>();
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
  // What is done alone may wait for a lock; the next batch does not wait for it.
  const settle = ({ item, resolve, scope }: Waiting<Item, Output>, output: Output | typeof leftOut): void => {
    resolve(output === leftOut ? scope.runInAsyncScope(() => runAlone(item)) : output);
  };
  const runAll = async (): Promise<void> => {
    while (waiting.size > 0) await endOrLate(run(takeInTurns(waiting, maxSize)));
    isRunning = false;
    onIdle?.();
  };

  return (item) => {
    if (unbatched.has(name)) return runAlone(item);
    return new Promise((resolve, reject) => {
      const one = { item, resolve, reject, scope: new AsyncResource('batcher') };
      const ofAccount = waiting.get(item.account);
      if (ofAccount) ofAccount.push(one);
      else waiting.set(item.account, [one]);
      if (isRunning) return;
      isRunning = true;
      void runAll();
    });
  };
}

/** One item of each account after the other. An account that has more goes to the end, also of the next batch. */
function takeInTurns<One>(waiting: Map<string, One[]>, maxSize: number): One[] {
  const taken: One[] = [];
  for (const [account, queue] of waiting) {
    taken.push(...queue.splice(0, 1));
    waiting.delete(account);
    if (queue.length > 0) waiting.set(account, queue);
    if (taken.length === maxSize) break;
  }
  return taken;
}

/** The same with batches of one account each: what runs them gets the account once, so it cannot mix two. */
export function createBatcherByAccount<
  Account extends string,
  Input,
  Item extends OfAccount<Account, Input>,
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

/** By then something is wrong, such as a connection whose other end does not answer. */
const lateMs = 1_000;

/** Waits for a batch, but not so long that all behind it would suffer. */
function endOrLate(batch: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, lateMs);
    void batch.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
