import type { Account, AccountId } from '../accounts/account.js';
import type { RankingKey } from '../accounts/ranking-store.js';

/**
 * The rows of rankings that contain the figures of an account: its own, those about it in the rankings of all accounts above, and
 * those about the accounts between.
 */
export function rankingRowsOf(
  accounts: readonly Pick<Account, 'id' | 'lineage' | 'role'>[],
): (id: AccountId) => RankingKey[] {
  const known = new Map(accounts.map((account) => [account.id, account]));
  return (id) => {
    const lineage = known.get(id)?.lineage ?? [];
    return lineage.flatMap((belowId, depth) => {
      const role = known.get(belowId)?.role;
      if (!role) return [];
      const seenBy = belowId === id ? lineage : lineage.slice(0, depth);
      return seenBy.map((accountId) => ({ accountId, belowId, role }));
    });
  };
}
