interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

export interface GatheringOptions<Input, Output> {
  /** Of one group, in the order of what comes back. */
  readonly doAll: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** Only what has this in common is done together. */
  readonly groupOf: (input: Input) => string;
  readonly most: number;
}

/**
 * Does together what is asked for at the same time. Where nobody else asks, it is done at once; what comes while a round of
 * its group is under way waits for the next. So nothing is kept waiting for company, and the busier it is, the less each
 * one costs. What fails, fails for all of its round.
 */
export function gathering<Input, Output>({
  doAll,
  groupOf,
  most,
}: GatheringOptions<Input, Output>): (input: Input) => Promise<Output> {
  /** What waits, of the groups that have a round under way. */
  const groups = new Map<string, Waiting<Input, Output>[]>();

  const go = async (name: string, waiting: Waiting<Input, Output>[]): Promise<void> => {
    while (waiting.length > 0) {
      const round = waiting.splice(0, most);
      try {
        const outputs = await doAll(round.map(({ input }) => input));
        for (const [index, { resolve }] of round.entries()) resolve(outputs[index] as Output);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    groups.delete(name);
  };

  return (input) =>
    new Promise((resolve, reject) => {
      const name = groupOf(input);
      const one = { input, resolve, reject };
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
