import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { AccountId } from './account.js';

/** Which of the first steps of an account are done. */
export interface FirstSteps {
  /** It has chosen projects. */
  readonly projects: boolean;
  /** It has a feed, or paper. */
  readonly paper: boolean;
  /** It has more than one user. */
  readonly colleague: boolean;
  /** Somebody copied the link of a certificate, or its badge is public. */
  readonly shared: boolean;
  /** Somebody does not want to see the steps any more. */
  readonly dismissed: boolean;
}

// Each part stops at the first row that it finds.
const select = statement<FirstSteps>(`
  select
    exists (select from favorite_projects where favorite_projects.account_id = $1) as projects,
    exists (select from feeds where feeds.account_id = $1)
      or exists (select from deposits where deposits.account_id = $1) as paper,
    (select count(*) > 1 from (select from users where users.account_id = $1 limit 2) some_users) as colleague,
    badge_enabled or exists (
      select from account_starts where account_starts.account_id = $1 and shared_at is not null) as shared,
    exists (select from account_starts where account_starts.account_id = $1 and dismissed_at is not null) as dismissed
  from accounts where id = $1`);

export async function readFirstSteps(db: Database, account: AccountId): Promise<FirstSteps> {
  const steps = await db.first(select, [account]);
  if (!steps) throw new Error(`Account ${account} is gone`);
  return steps;
}

const upsert = statement(`
  insert into account_starts (account_id, shared_at, dismissed_at) values ($1, $2, $3)
  on conflict (account_id) do update set shared_at = coalesce(account_starts.shared_at, excluded.shared_at),
    dismissed_at = coalesce(account_starts.dismissed_at, excluded.dismissed_at)`);

/** Times that are known already stay. */
export async function saveFirstSteps(
  db: Transaction,
  account: AccountId,
  { sharedAt, dismissedAt }: { readonly sharedAt: Date | null; readonly dismissedAt: Date | null },
): Promise<void> {
  await db.rows(upsert, [account, sharedAt, dismissedAt]);
}
