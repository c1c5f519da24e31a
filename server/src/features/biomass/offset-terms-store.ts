import type { AccountId } from '../accounts/account.js';
import type { Methodology } from '../paper/methodology.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import { batchedLookup } from '../../database/batched-lookups.js';
import type { NumberedRow, AccountInput } from '../../database/batcher.js';
import type { Decimal } from '../../platform/decimals.js';
import { methodologyColumns } from '../methodologies/methodology-store.js';
import type { ForestryProject } from '../projects/forestry-project-store.js';

/** What an offset is calculated from. */
export interface OffsetTerms extends Methodology {
  /** Null: the project does not exist. */
  readonly projectStatus: ForestryProject['status'] | null;
  /** Null: the methodology's price applies. */
  readonly rate: Decimal | null;
  readonly accountName: string;
  readonly projectName: string | null;
}

const selection = (settings: string): string => `
   select number::integer, ${methodologyColumns}, project_status, project_name, rate, display_name as account_name
   from unnest($1::uuid[], $2::uuid[]) with ordinality as requested (account, project, number)
     join methodologies on current
     join (select id as named_id, display_name from accounts) as named on named_id = account
     left join ${settings} on account_id = account
     left join (select id as project_id, status as project_status, name as project_name from forestry_projects) as projects
       on project_id = project`;

const select = crossAccountStatement<OffsetTerms & NumberedRow>(
  'the terms of concurrent offsets are looked up in one statement, each for its own account',
  selection('account_settings'),
  {
    distributed: selection(
      '(select account_id, rate from account_settings where account_id = any($1::uuid[])) as settings',
    ),
  },
);

// Batched, because every offset at a point of sale needs its terms, and many are created at the same time.
const lookUpTerms = batchedLookup(
  'offset terms',
  select,
  (lookups: readonly AccountInput<AccountId, string>[]) => [
    lookups.map(({ account }) => account),
    lookups.map(({ input: projectId }) => projectId),
  ],
);

export async function findOffsetTerms(
  db: Database,
  account: AccountId,
  projectId: string,
): Promise<OffsetTerms> {
  const terms = await lookUpTerms(db, account, projectId);
  if (!terms) throw new Error('No methodology is current');
  return terms;
}
