import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';

const select = crossAccountStatement<{ accountId: AccountId; released: number; waiting: number }>(
  'a file invites people of several accounts',
  `
  select account_id, count(*) filter (where released_at > $2) as released,
    count(*) filter (where released_at is null and state = 'waiting') as waiting
  from mails
  where account_id = any($1) and kind = 'invitation' and (released_at > $2 or (released_at is null and state = 'waiting'))
  group by account_id`,
);

/** Invitations of these accounts that were released since then, and those that wait. Accounts without any are left out. */
export const countInvitations = (
  db: Database,
  accounts: readonly AccountId[],
  since: Date,
): Promise<{ accountId: AccountId; released: number; waiting: number }[]> =>
  db.rows(select, [accounts, since]);

const selectOfTree = crossAccountStatement<{ branchId: AccountId | null; count: number }>(
  'the limit is that of a root account and all accounts below it',
  `select lineage[2] as branch_id, count(*) as count from mails left join accounts on accounts.id = account_id
   where root_id = $1 and kind = 'invitation' and released_at > $2 group by lineage[2]`,
);

/** Invitations of a root account (`null`), and of each account directly below with all below it. */
export const countInvitationsOfTree = async (
  db: Database,
  root: AccountId,
  since: Date,
): Promise<ReadonlyMap<AccountId | null, number>> =>
  new Map((await db.rows(selectOfTree, [root, since])).map(({ branchId, count }) => [branchId, count]));
