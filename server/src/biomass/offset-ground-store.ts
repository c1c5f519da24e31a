import type { AccountId } from '../accounts/account.js';
import type { Methodology } from '../paper/methodology.js';
import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
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

// At a till every offset asks for all three: one round trip instead of three.
const select = statement<OffsetGround>(`
  select ${methodologyColumns}, project.status as project_status, rate
  from methodologies
    left join (select status from forestry_projects where id = $2) as project on true
    left join (select rate from account_settings where account_id = $1) as settings on true
  where current`);

export async function findOffsetGround(
  db: Database,
  account: AccountId,
  projectId: string,
): Promise<OffsetGround> {
  const ground = await db.first(select, [account, projectId]);
  if (!ground) throw new Error('No methodology is current');
  return ground;
}
