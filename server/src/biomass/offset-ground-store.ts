import type { AccountId } from '../accounts/account.js';
import type { Methodology } from '../paper/methodology.js';
import type { Database } from '../platform/db/database.js';
import { acrossAccounts } from '../platform/db/statement.js';
import { askTogether } from '../platform/db/together.js';
import type { Decimal } from '../platform/decimals.js';
import { methodologyColumns } from '../methodologies/methodology-store.js';
import type { ForestryProject } from '../projects/forestry-project-store.js';

/** What an offset is reckoned with. */
export interface OffsetGround extends Methodology {
  /** Null: the project does not exist. */
  readonly projectStatus: ForestryProject['status'] | null;
  /** Null: the account has none of its own. */
  readonly rate: Decimal | null;
}

// At a till every offset asks for all three, and many tills do at the same time.
const select = acrossAccounts<OffsetGround>(
  'offsets that are asked for at the same time are reckoned with what one look-up finds, each with its own account',
  `select ${methodologyColumns}, project_status, rate
   from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (account, project, number)
     join methodologies on current
     left join (select id as project_id, status as project_status from forestry_projects) on project_id = project
     left join account_settings on account_id = account
   order by number`,
);

const askForGround = askTogether(select, (asked: readonly { account: AccountId; projectId: string }[]) => [
  asked.map(({ account }) => account),
  asked.map(({ projectId }) => projectId),
]);

export async function findOffsetGround(
  db: Database,
  account: AccountId,
  projectId: string,
): Promise<OffsetGround> {
  const ground = (await askForGround(db, { account, projectId })) as OffsetGround | undefined;
  if (!ground) throw new Error('No methodology is current');
  return ground;
}
