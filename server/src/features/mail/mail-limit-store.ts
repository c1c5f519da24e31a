import { lockSql } from '../../database/advisory-lock.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

const lock = statement(lockSql(7_265_640));

/**
 * Serializes counting until the transaction ends: two concurrent counts could both allow the last mail within a limit.
 */
export async function lockLimits(db: Transaction): Promise<void> {
  await db.rows(lock);
}

/** A mail to be checked against the limits. */
export interface LimitedMail {
  readonly accountId: string;
  readonly rootId: string;
  readonly kind: string;
  readonly address: string;
  readonly subject: string | null;
}

/** The mails already released, and when the first of them was. */
export interface ReleasedMails {
  readonly count: number;
  readonly first: Date | null;
}

/** `branch`: an account directly below the root account, and all accounts below it. */
export type Scope = 'subject' | 'address' | 'account' | 'treeToAddress' | 'tree' | 'branch';

type Row = Record<Scope, number> & Record<`${Scope}First`, Date | null>;

// The limit of a tree keeps its mails few, so those of a branch are counted among them.
const counted = (ofAccounts: string): string => `
  select * from
     (select count(*) as address, min(released_at) as address_first,
        count(*) filter (where subject = $5) as subject, min(released_at) filter (where subject = $5) as subject_first,
        count(*) filter (where root_id = $2) as tree_to_address,
        min(released_at) filter (where root_id = $2) as tree_to_address_first
      from mails where ${ofAccounts} kind = $3 and lower(address) = lower($4) and released_at > $6) to_address,
     (select count(*) as account, min(released_at) as account_first
      from mails where account_id = $1 and kind = $3 and released_at > $6) by_account,
     (select count(*) as tree, min(released_at) as tree_first,
        count(*) filter (where lineage[2] = own_branch) as branch,
        min(released_at) filter (where lineage[2] = own_branch) as branch_first
      from mails
        left join accounts on accounts.id = account_id
        cross join (select (select lineage[2] from accounts where id = $1) as own_branch) own
      where ${ofAccounts} root_id = $2 and kind = $3 and released_at > $6 and $7) by_tree`;

const select = crossAccountStatement<Row>(
  'an address can receive mails from any number of accounts',
  counted(''),
);
const selectOfAccount = statement<Row>(counted('account_id = $1 and'));

interface Counting {
  /** Optional, because counting a large tree is slow. */
  readonly countsTree: boolean;
  /** False: only mails of the same account count. */
  readonly countsOthers: boolean;
}

/** Mails of the same kind released since then, per limit. */
export async function releasedSince(
  db: Database,
  { accountId, rootId, kind, address, subject }: LimitedMail,
  since: Date,
  { countsTree, countsOthers }: Counting,
): Promise<Readonly<Record<Scope, ReleasedMails>>> {
  const values = [accountId, rootId, kind, address, subject, since, countsTree];
  const row = await db.first(countsOthers ? select : selectOfAccount, values);
  const of = (scope: Scope): ReleasedMails => ({
    count: row?.[scope] ?? 0,
    first: row?.[`${scope}First`] ?? null,
  });
  return {
    subject: of('subject'),
    address: of('address'),
    account: of('account'),
    treeToAddress: of('treeToAddress'),
    tree: of('tree'),
    branch: of('branch'),
  };
}
