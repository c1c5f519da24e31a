import { AsyncResource } from 'node:async_hooks';

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
  /** Where it was asked: what looks on (a trace, say) takes a round for a part of it. */
  readonly scope: AsyncResource;
}

export interface BatcherOptions<Input, Output> {
  /** Of one group, in the order of what comes back. */
  readonly runBatch: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** Only what has this in common is done together. */
  readonly groupOf: (input: Input) => string;
  readonly maxSize: number;
}

/**
 * Does together what is asked for at the same time. Where nobody else asks, it is done at once; what comes while a round of
 * its group is under way waits for the next. So nothing is kept waiting for company, and the busier it is, the less each
 * one costs. What fails, fails for all of its round. A round that takes long does not hold up those behind it for ever.
 */
export function createBatcher<Input, Output>({
  runBatch,
  groupOf,
  maxSize,
}: BatcherOptions<Input, Output>): (input: Input) => Promise<Output> {
  /** What waits, of the groups that have a round under way. */
  const groups = new Map<string, Waiting<Input, Output>[]>();

  const doRound = async (round: readonly Waiting<Input, Output>[]): Promise<void> => {
    try {
      const inputs = round.map(({ input }) => input);
      const outputs = await round[0]?.scope.runInAsyncScope(() => runBatch(inputs));
      for (const [index, { resolve }] of round.entries()) resolve(outputs?.[index] as Output);
    } catch (error) {
      for (const { reject } of round) reject(error);
    }
  };

  const go = async (name: string, waiting: Waiting<Input, Output>[]): Promise<void> => {
    while (waiting.length > 0) await endOrLate(doRound(waiting.splice(0, maxSize)));
    groups.delete(name);
  };

  return (input) =>
    new Promise((resolve, reject) => {
      const name = groupOf(input);
      const one = { input, resolve, reject, scope: new AsyncResource('createBatcher') };
      const waiting = groups.get(name);
      if (waiting) {
        waiting.push(one);
        return;
      }
      const group = [one];
      groups.set(name, group);
      void go(name, group);
    });
}

/** By then something is wrong, such as a connection that nobody hears at the other end. */
const lateMs = 1_000;

function endOrLate(round: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, lateMs);
    void round.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
