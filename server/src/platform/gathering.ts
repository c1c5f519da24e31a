interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

interface Group<Input, Output> {
  waiting: Waiting<Input, Output>[];
  underWay: number;
}

export interface GatheringOptions<Input, Output> {
  /** Of one group, in the order of what comes back. */
  readonly doAll: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** Only what has this in common is done together. */
  readonly groupOf: (input: Input) => string;
  /** Rounds of a group at the same time. */
  readonly rounds: number;
  readonly most: number;
}

/**
 * Does together what is asked for at the same time. Where nobody else asks, it is done at once; while as many rounds as
 * there may be are under way, what comes waits for the next. So nothing is kept waiting for company, and the busier it is,
 * the less each one costs. What fails, fails for all of its round.
 */
export function gathering<Input, Output>({
  doAll,
  groupOf,
  rounds,
  most,
}: GatheringOptions<Input, Output>): (input: Input) => Promise<Output> {
  const groups = new Map<string, Group<Input, Output>>();

  const go = async (name: string, group: Group<Input, Output>): Promise<void> => {
    group.underWay++;
    while (group.waiting.length > 0) {
      const round = group.waiting.splice(0, most);
      try {
        const outputs = await doAll(round.map(({ input }) => input));
        for (const [index, { resolve }] of round.entries()) resolve(outputs[index] as Output);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    group.underWay--;
    if (group.underWay === 0) groups.delete(name);
  };

  return (input) =>
    new Promise((resolve, reject) => {
      const name = groupOf(input);
      const group = groups.get(name) ?? { waiting: [], underWay: 0 };
      groups.set(name, group);
      group.waiting.push({ input, resolve, reject });
      if (group.underWay < rounds) void go(name, group);
    });
}
