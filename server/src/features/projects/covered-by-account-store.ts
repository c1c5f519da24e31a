import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';

const job = 'a job counts the trees of each account that plantings cover';

/** Trees of an account in a project that plantings cover. */
interface CoveredTrees {
  readonly accountId: string;
  readonly projectId: string;
  readonly trees: Decimal;
}

const row = columnParameters(1, {
  accountId: 'uuid',
  projectId: 'uuid',
  trees: 'numeric',
} satisfies ColumnTypes<keyof CoveredTrees>);

// The trees themselves may not be counted yet.
const add = crossAccountStatement(
  job,
  `insert into account_plantings as planted (account_id, project_id, trees, covered_trees)
   select account_states.account_id, project_id, 0, sum(trees) ${unnestOnShard(row.lists, 'project_id, trees')}
   group by account_states.account_id, project_id order by account_states.account_id, project_id
   on conflict (account_id, project_id) do update set covered_trees = planted.covered_trees + excluded.covered_trees, rolled = false`,
);

/** The caller has locked the plantings of the project. Less than none are taken away. */
export async function addCoveredByAccount(db: Transaction, covered: readonly CoveredTrees[]): Promise<void> {
  if (covered.length > 0) await db.rows(add, row.listsOf(covered));
}

const selectSums = crossAccountStatement<{ projectId: string; covered: Decimal }>(
  job,
  'select project_id, sum(covered_trees) as covered from account_plantings where covered_trees <> 0 group by project_id',
);

/** Of all accounts together, by project. */
export const coveredByProject = async (db: Database): Promise<ReadonlyMap<string, Decimal>> =>
  new Map((await db.rows(selectSums)).map(({ projectId, covered }) => [projectId, covered]));

const selectMissing = crossAccountStatement<CoveredTrees>(
  job,
  `select account_id, project_id, sum(trees) as trees from (
     select account_id, project_id, covered_trees as trees from biomass_certificates
     where account_id = any($1::uuid[]) and project_id = $2 and covered_trees > 0
     union all
     select account_id, project_id, -covered_trees from account_plantings where account_id = any($1::uuid[]) and project_id = $2
   ) entries group by account_id, project_id having sum(trees) <> 0`,
);

/** Covered trees of the accounts in a project that are not counted, because a version without this counter has covered them. */
export const listMissingCovered = (
  db: Transaction,
  accounts: readonly AccountId[],
  projectId: string,
): Promise<CoveredTrees[]> => db.rows(selectMissing, [accounts, projectId]);
