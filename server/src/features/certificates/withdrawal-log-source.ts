import type { CertificateWithdrawn } from '@regrove/verify';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';
import {
  listLoggedWithdrawals,
  listMissingWithdrawals,
  listUnloggedWithdrawals,
  markWithdrawalsLogged,
  type LoggedWithdrawal,
} from './logged-withdrawal-store.js';

export const withdrawalLogSource: LogSource = {
  name: 'withdrawal of certificate',
  async take(db, first, limit) {
    const withdrawn = await listUnloggedWithdrawals(db, limit);
    await markWithdrawalsLogged(db, withdrawn, first);
    return withdrawn.map(withdrawnEntry);
  },
  logged: async (db, first, end, limit) =>
    (await listLoggedWithdrawals(db, first, end, limit)).map((row) => ({
      index: row.index,
      id: row.id,
      entry: withdrawnEntry(row),
    })),
  missing: listMissingWithdrawals,
};

const withdrawnEntry = ({
  id,
  withdrawnAt,
}: Pick<LoggedWithdrawal, 'id' | 'withdrawnAt'>): CertificateWithdrawn => ({
  v: 1,
  type: 'certificate.withdrawn',
  id,
  at: withdrawnAt ? formatTimestamp(withdrawnAt) : '',
});
