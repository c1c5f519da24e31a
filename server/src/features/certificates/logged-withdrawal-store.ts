import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';

const reason = 'the withdrawals of all accounts are entered in one log';

export interface Withdrawal {
  readonly accountId: string;
  readonly id: string;
  readonly withdrawnAt: Date;
}

// The log contains the issue of a certificate before its withdrawal.
const select = crossAccountStatement<Withdrawal>(
  reason,
  `select account_id, id, withdrawn_at from biomass_certificates
   where withdrawn_at is not null and withdrawal_index is null and log_index is not null
   order by withdrawn_at, id limit $1`,
);

export const listUnloggedWithdrawals = (db: Database, limit: number): Promise<Withdrawal[]> =>
  db.rows(select, [limit]);

const mark = crossAccountStatement(
  reason,
  `update biomass_certificates set withdrawal_index = one.index
   from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as one (of_account, of_id, index)
   where account_id = any($1::uuid[]) and account_id = of_account and id = of_id`,
);

/** The first gets the index `first`, the others those that follow. */
export async function markWithdrawalsLogged(
  db: Transaction,
  withdrawals: readonly Withdrawal[],
  first: number,
): Promise<void> {
  if (withdrawals.length === 0) return;
  await db.rows(mark, [
    withdrawals.map(({ accountId }) => accountId),
    withdrawals.map(({ id }) => id),
    withdrawals.map((_, number) => first + number),
  ]);
}

export interface LoggedWithdrawal {
  readonly index: number;
  readonly id: string;
  /** Null: its time was removed since. The log still tells of it. */
  readonly withdrawnAt: Date | null;
}

const selectEntered = crossAccountStatement<LoggedWithdrawal>(
  reason,
  `select withdrawal_index as index, id, withdrawn_at from biomass_certificates
   where withdrawal_index >= $1 and withdrawal_index < $2 order by withdrawal_index limit $3`,
);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedWithdrawals = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedWithdrawal[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = crossAccountStatement<{ id: string }>(
  reason,
  `select id from biomass_certificates
   where withdrawn_at is not null and withdrawal_index is null and withdrawn_at < $1 order by withdrawn_at, id limit $2`,
);

/** The ids of certificates withdrawn before that time whose withdrawal is not in the log. */
export const listMissingWithdrawals = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (await db.rows(selectMissing, [before, limit])).map(({ id }) => id);
