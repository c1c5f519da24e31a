import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { acrossAccounts } from '../../database/statement.js';

const select = acrossAccounts<{ accountId: AccountId; released: number; waiting: number }>(
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

const selectOfTree = acrossAccounts<{ count: number }>(
  'the limit is that of a root account and all accounts below it',
  `select count(*) as count from mails where root_id = $1 and kind = 'invitation' and released_at > $2`,
);

export const countInvitationsOfTree = async (db: Database, root: AccountId, since: Date): Promise<number> =>
  (await db.first(selectOfTree, [root, since]))?.count ?? 0;
