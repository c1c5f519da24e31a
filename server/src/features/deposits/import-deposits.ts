import type { AccountId } from '../accounts/account.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { treesOfMass } from '../paper/conversion.js';
import { massOfSheets } from '../paper/sheets.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import type { InvalidLine } from '../../platform/reason.js';
import { sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import { inTransaction } from '../../database/in-transaction.js';
import { sheetsOf, type NewDepositInput } from './create-deposit.js';
import { insertAll } from './create-deposits.js';
import { findOverLimit, overLimit, requireWithinLimit } from './deposit-limit.js';

type Fault = Omit<InvalidLine, 'line'>;

/** A line of a file: a deposit, or what is wrong with it. */
export type CheckedLine = { readonly line: number } & (
  | {
      readonly input: NewDepositInput;
      /** The deposit that the line was exported from. */
      readonly exportedId: string | undefined;
    }
  | { readonly faults: readonly [Fault, ...Fault[]] }
);

/** A line that exceeds the limit of a deposit is as invalid as one that cannot be read. */
export async function markOverLimit(db: Database, lines: readonly CheckedLine[]): Promise<CheckedLine[]> {
  const good = lines.filter((line) => 'input' in line);
  const beyond = await findOverLimit(
    db,
    good.map(({ input }) => sheetsOf(input)),
  );
  const wrong = new Set(beyond.map((index) => good[index]?.line));
  const { message: what, reason } = overLimit;
  return lines.map((checked) =>
    wrong.has(checked.line) ? { line: checked.line, faults: [{ what, reason }] } : checked,
  );
}

export interface CalculatedDeposits {
  readonly pages: Whole;
  readonly trees: Decimal;
}

/** Totals of the deposits under the current methodology. */
export async function calculateDeposits(
  db: Database,
  inputs: readonly NewDepositInput[],
): Promise<CalculatedDeposits> {
  const mass = sumOf(inputs.map((input) => massOfSheets(sheetsOf(input))));
  return {
    pages: whole(sumOf(inputs.map(({ pages }) => pages))),
    trees: treesOfMass(mass, await currentMethodology(db)).toFixed(),
  };
}

/** Imports all of them or none. */
export const importDeposits = (
  context: Context,
  account: AccountId,
  inputs: readonly NewDepositInput[],
): Promise<CalculatedDeposits> =>
  inTransaction(context, async (tx) => {
    await requireWithinLimit(tx.db, inputs.map(sheetsOf));
    await insertAll(tx, account, inputs);
    return calculateDeposits(tx.db, inputs);
  });
