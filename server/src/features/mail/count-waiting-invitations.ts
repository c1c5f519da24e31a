import type { AccountId } from '../accounts/account.js';
import { rootsOf } from '../accounts/root-store.js';
import type { Database } from '../../database/database.js';
import { countInvitations, countInvitationsOfTree } from './invitation-count-store.js';
import { limitsOf } from './mail-limits.js';

/**
 * How many new invitations, one for each entry, the limits of a day would let wait. Addresses have limits of their own, which
 * nobody may learn about, so they are not counted.
 */
export async function countWaitingInvitations(
  db: Database,
  now: Date,
  accounts: readonly AccountId[],
): Promise<number> {
  const limits = limitsOf('invitation');
  if (!limits?.tree || accounts.length === 0) return 0;
  const { tree, perAccount } = limits;
  const since = new Date(now.getTime() - limits.withinMs);
  const wanted = new Map<AccountId, number>();
  for (const account of accounts) wanted.set(account, (wanted.get(account) ?? 0) + 1);
  const counted = new Map(
    (await countInvitations(db, [...wanted.keys()], since)).map((row) => [row.accountId, row]),
  );
  let sent = 0;
  for (const [root, places] of await rootsOf(db, [...wanted.keys()])) {
    const released = await countInvitationsOfTree(db, root, since);
    const branches = new Map<AccountId | null, { possible: number; waiting: number }>();
    for (const { id, branchId } of places) {
      const own = counted.get(id) ?? { released: 0, waiting: 0 };
      const room = Math.max(0, perAccount - own.released - own.waiting);
      const before = branches.get(branchId) ?? { possible: 0, waiting: 0 };
      branches.set(branchId, {
        possible: before.possible + Math.min(wanted.get(id) ?? 0, room),
        waiting: before.waiting + own.waiting,
      });
    }
    let [ofRoot, below] = [0, 0];
    let taken = sum([...released.values()]);
    for (const [branch, { possible, waiting }] of branches) {
      const room = Math.max(0, tree.perBranch - (released.get(branch) ?? 0) - waiting);
      if (branch === null) ofRoot += possible;
      else below += Math.min(possible, room);
      // They come first.
      taken += waiting;
    }
    const sentBelow = Math.min(below, Math.max(0, tree.below - taken));
    sent += sentBelow + Math.min(ofRoot, Math.max(0, tree.inAll - taken - sentBelow));
  }
  return accounts.length - sent;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
