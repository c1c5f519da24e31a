import type { AccountId } from '../accounts/account.js';
import type { Methodology } from '../paper/methodology.js';
import type { Database } from '../../database/database.js';
import { acrossAccounts, statement } from '../../database/statement.js';
import { askTogether } from '../../database/together.js';
import type { Decimal } from '../../platform/decimals.js';
import { methodologyColumns } from '../methodologies/methodology-store.js';
import type { ForestryProject } from '../projects/forestry-project-store.js';

/** What an offset is reckoned with. */
export interface OffsetGround extends Methodology {
  /** Null: the project does not exist. */
  readonly projectStatus: ForestryProject['status'] | null;
  /** Null: the account has none of its own. */
  readonly rate: Decimal | null;
}

interface Numbered {
  readonly number: number;
}

const selectGrounds = statement<Omit<OffsetGround, 'rate'> & Numbered>(
  `select number::integer, ${methodologyColumns}, project_status
   from unnest($1::uuid[]) with ordinality as asked (project, number)
     join methodologies on current
     left join (select id as project_id, status as project_status from forestry_projects) as projects
       on project_id = project`,
);

const selectRates = acrossAccounts<{ readonly rate: Decimal | null } & Numbered>(
  'offsets that are asked for at the same time are priced with what one look-up finds, each with its own account',
  `select number::integer, rate from unnest($1::uuid[]) with ordinality as asked (account, number)
     join account_settings on account_id = account`,
);

// At a till every offset asks for this, and many tills do at the same time.
const askForGround = askTogether(selectGrounds, (projectIds: readonly string[]) => [projectIds]);
const askForRate = askTogether(selectRates, (accounts: readonly AccountId[]) => [accounts]);

export async function findOffsetGround(
  db: Database,
  account: AccountId,
  projectId: string,
): Promise<OffsetGround> {
  const ground = await askForGround(db, projectId);
  if (!ground) throw new Error('No methodology is current');
  const settings = await askForRate(db, account);
  return { ...ground, rate: settings?.rate ?? null };
}
