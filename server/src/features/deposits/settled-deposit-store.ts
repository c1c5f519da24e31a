import type { AccountId } from '../accounts/account.js';
import type { Transaction } from '../../database/database.js';
import { depositMass } from '../paper/sheets.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';

const severalAccounts = 'a close settles several accounts in one transaction';

export interface DepositSum {
  readonly accountId: AccountId;
  readonly deposits: number;
  readonly mass: Decimal;
}

// Sums exactly the rows that it marks: a deposit that is deleted concurrently is neither marked nor counted.
const mark = crossAccountStatement<DepositSum>(
  severalAccounts,
  `with marked as (
    update deposits set processed_at = $3, settled_month = $4
    where account_id = any($1::uuid[]) and processed_at is null and date < $2
    returning account_id, ${depositMass} as mass
  )
  select account_id, count(*) as deposits, sum(mass) as mass from marked group by account_id order by account_id`,
);

/** Marks the deposits of a settlement as processed, and sums them per account. */
export const markDeposits = (
  db: Transaction,
  accounts: readonly AccountId[],
  { month, end, now }: { month: Date; end: Date; now: Date },
): Promise<DepositSum[]> => db.rows(mark, [accounts, end, now, isoDay(month)]);

const release = crossAccountStatement(
  severalAccounts,
  `update deposits set processed_at = null, settled_month = null
   where account_id = any($1::uuid[]) and settled_month = $2`,
);

/** Undoes `markDeposits` for accounts with less than a page. */
export async function releaseDeposits(
  db: Transaction,
  accounts: readonly AccountId[],
  month: Date,
): Promise<void> {
  await db.rows(release, [accounts, isoDay(month)]);
}
