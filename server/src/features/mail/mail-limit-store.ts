import type { Database, Transaction } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';

// Any constant will do, as long as every Regrove process takes the same one.
const judgingLock = 7_265_640;
const lock = statement(`select pg_advisory_xact_lock(${judgingLock})`);

/** Until the transaction ends nobody else counts: two who do at once would both find the last place free. */
export async function lockLimits(db: Transaction): Promise<void> {
  await db.rows(lock);
}

/** A mail that is to be judged. */
export interface JudgedMail {
  readonly accountId: string;
  readonly rootId: string;
  readonly kind: string;
  readonly address: string;
  readonly subject: string | null;
}

/** What has left already, and when the first of it did. */
export interface Released {
  readonly count: number;
  readonly first: Date | null;
}

type Row = Record<'subject' | 'address' | 'account' | 'treeToAddress' | 'tree', number> &
  Record<`${'subject' | 'address' | 'account' | 'treeToAddress' | 'tree'}First`, Date | null>;

const select = acrossAccounts<Row>(
  'an address gets mails from any number of accounts',
  `select * from
     (select count(*) as address, min(released_at) as address_first,
        count(*) filter (where subject = $5) as subject, min(released_at) filter (where subject = $5) as subject_first,
        count(*) filter (where root_id = $2) as tree_to_address,
        min(released_at) filter (where root_id = $2) as tree_to_address_first
      from mails where kind = $3 and lower(address) = lower($4) and released_at > $6) to_address,
     (select count(*) as account, min(released_at) as account_first
      from mails where account_id = $1 and kind = $3 and released_at > $6) by_account,
     (select count(*) as tree, min(released_at) as tree_first
      from mails where root_id = $2 and kind = $3 and released_at > $6 and $7) by_tree`,
);

export type Scope = 'subject' | 'address' | 'account' | 'treeToAddress' | 'tree';

/** What of the mail's kind has left since then, by what is limited. `countsTree`: a large one takes its time. */
export async function releasedSince(
  db: Database,
  { accountId, rootId, kind, address, subject }: JudgedMail,
  since: Date,
  { countsTree }: { countsTree: boolean },
): Promise<Readonly<Record<Scope, Released>>> {
  const row = await db.first(select, [accountId, rootId, kind, address, subject, since, countsTree]);
  const of = (scope: Scope): Released => ({
    count: row?.[scope] ?? 0,
    first: row?.[`${scope}First`] ?? null,
  });
  return {
    subject: of('subject'),
    address: of('address'),
    account: of('account'),
    treeToAddress: of('treeToAddress'),
    tree: of('tree'),
  };
}
