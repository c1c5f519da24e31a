import pg from 'pg';
import { createBatcher, leftOut, type AccountInput } from '../../src/database/batcher.js';
import { mapDatabaseError } from '../../src/database/failures.js';

export type Item = AccountInput<string, string>;

export interface Batch {
  readonly items: readonly string[];
  readonly end: (error?: Error) => void;
}

export const item = (input: string): Item => ({ account: input.charAt(0), input });

/** The account is the first letter. A request is answered in capitals when its batch is told to end. */
export function createTestBatcher({ maxSize = 100, leavesOut = '' } = {}): {
  ask: (input: string) => Promise<string>;
  begun: Batch[];
  alone: string[];
} {
  const begun: Batch[] = [];
  const alone: string[] = [];
  const run = (inputs: readonly string[]): Promise<(string | typeof leftOut)[]> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        if (error) reject(error);
        else resolve(inputs.map((input) => (input === leavesOut ? leftOut : input.toUpperCase())));
      };
      begun.push({ items: inputs, end });
    });
  const batcher = createBatcher<Item, string>({
    name: 'tests',
    runBatch: (items) => run(items.map(({ input }) => input)),
    runAlone: async ({ input }) => {
      alone.push(input);
      await eventLoopTurn();
      if (input.endsWith('!')) throw new Error(`${input} is wrong`);
      return `${input} alone`;
    },
    maxSize,
  });
  return { ask: (input) => batcher(item(input)), begun, alone };
}

export const itemsOf = (begun: readonly Batch[]): (readonly string[])[] => begun.map(({ items }) => items);
export const eventLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An error as the database reports it. */
export const databaseError = (code: string): Error => {
  const error = new pg.DatabaseError('refused', 0, 'error');
  error.code = code;
  return mapDatabaseError(error) as Error;
};

export const unexpectedError = (message: string): Error => mapDatabaseError(new Error(message)) as Error;
