import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { Planting } from './planting.js';
import { plantingColumns } from './planting-store.js';

/** A planting that covers trees of a certificate. */
export interface CoveringPlanting extends Planting {
  /** How many trees of the certificate it covers. */
  readonly coveringTrees: Decimal;
}

const select = statement<CoveringPlanting>(`
  select ${plantingColumns}, certificate_coverings.trees as covering_trees
  from certificate_coverings join plantings on plantings.id = planting_id
  where account_id = $1 and certificate_id = $2
  order by planted_on, reference limit $3`);

/** The plantings that cover a certificate, the first planted first. Its other trees are pending. */
export const listCoveringPlantings = (
  db: Database,
  account: AccountId,
  certificateId: string,
  limit: number,
): Promise<CoveringPlanting[]> => db.rows(select, [account, certificateId, limit]);

const sum = statement<{ trees: Decimal }>(`
  select coalesce(sum(trees), 0) as trees from certificate_coverings where account_id = $1 and certificate_id = $2`);

/** How many trees of a certificate are covered. */
export const coveredTreesOf = async (
  db: Database,
  account: AccountId,
  certificateId: string,
): Promise<Decimal> => (await db.first(sum, [account, certificateId]))?.trees ?? '0';
