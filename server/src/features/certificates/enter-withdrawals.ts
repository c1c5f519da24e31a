import type { CertificateWithdrawn } from '@regrove/verify';
import { acrossAccounts } from '../../database/statement.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';

const reason = 'the withdrawals of all accounts are entered in one log';

// The log tells that a certificate was issued before it tells that it was withdrawn.
const select = acrossAccounts<{ accountId: string; id: string; withdrawnAt: Date }>(
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

export const withdrawals: LogSource = {
  async take(db, first, limit) {
    const withdrawn = await db.rows(select, [limit]);
    if (withdrawn.length > 0)
      await db.rows(mark, [
        withdrawn.map(({ accountId }) => accountId),
        withdrawn.map(({ id }) => id),
        withdrawn.map((_, number) => first + number),
      ]);
    return withdrawn.map(({ id, withdrawnAt }): CertificateWithdrawn => ({
      v: 1,
      type: 'certificate.withdrawn',
      id,
      at: formatTimestamp(withdrawnAt),
    }));
  },
};
