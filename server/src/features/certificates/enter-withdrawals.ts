import type { CertificateWithdrawn } from '@regrove/verify';
import { acrossAccounts } from '../../database/statement.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';

const reason = 'the withdrawals of all accounts are entered in one log';

interface Withdrawal {
  readonly accountId: string;
  readonly id: string;
  readonly withdrawnAt: Date;
}

// The log tells that a certificate was issued before it tells that it was withdrawn.
const select = acrossAccounts<Withdrawal>(
  reason,
  `select account_id, id, withdrawn_at from biomass_certificates
   where withdrawn_at is not null and withdrawal_index is null and log_index is not null
   order by withdrawn_at, id limit $1`,
);

const mark = acrossAccounts(
  reason,
  `update biomass_certificates set withdrawal_index = one.index
   from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as one (of_account, of_id, index)
   where account_id = any($1::uuid[]) and account_id = of_account and id = of_id`,
);

// Also of one whose time was removed since: the log still tells of it.
const selectEntered = acrossAccounts<{ index: number; id: string; withdrawnAt: Date | null }>(
  reason,
  `select withdrawal_index as index, id, withdrawn_at from biomass_certificates
   where withdrawal_index >= $1 and withdrawal_index < $2 order by withdrawal_index limit $3`,
);

const selectMissing = acrossAccounts<{ id: string }>(
  reason,
  `select id from biomass_certificates
   where withdrawn_at is not null and withdrawal_index is null and withdrawn_at < $1 order by withdrawn_at, id limit $2`,
);

export const withdrawals: LogSource = {
  name: 'withdrawal of certificate',
  async take(db, first, limit) {
    const withdrawn = await db.rows(select, [limit]);
    if (withdrawn.length > 0)
      await db.rows(mark, [
        withdrawn.map(({ accountId }) => accountId),
        withdrawn.map(({ id }) => id),
        withdrawn.map((_, number) => first + number),
      ]);
    return withdrawn.map(withdrawnEntry);
  },
  entered: async (db, first, end, limit) =>
    (await db.rows(selectEntered, [first, end, limit])).map((row) => ({
      index: row.index,
      id: row.id,
      entry: withdrawnEntry(row),
    })),
  missing: async (db, before, limit) => (await db.rows(selectMissing, [before, limit])).map(({ id }) => id),
};

const withdrawnEntry = ({
  id,
  withdrawnAt,
}: {
  readonly id: string;
  readonly withdrawnAt: Date | null;
}): CertificateWithdrawn => ({
  v: 1,
  type: 'certificate.withdrawn',
  id,
  at: withdrawnAt ? formatTimestamp(withdrawnAt) : '',
});
