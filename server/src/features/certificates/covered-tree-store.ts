import type { Database, Transaction } from '../../database/database.js';
import { listStart, type PageKey } from '../../database/paging.js';
import { crossAccountStatement } from '../../database/statement.js';
import { decimal, type Decimal } from '../../platform/decimals.js';

const reason = 'plantings cover the certificates of all accounts, first come, first served';

/** A certificate with trees that no planting covers yet. */
export interface PendingCertificate {
  readonly accountId: string;
  readonly id: string;
  readonly pending: Decimal;
  /** Text, because it may be infinite: certificates from before the log come last, in the order of their ids. */
  readonly issuedAt: string;
}

const order = `coalesce(issued_at, 'infinity'::timestamptz)`;

const selectPending = crossAccountStatement<PendingCertificate>(
  reason,
  `select account_id, id, trees - covered_trees as pending, (${order})::text as issued_at from biomass_certificates
   where project_id = $1 and withdrawn_at is null and covered_trees < trees
     and (${order}, id) > ($2::timestamptz, $3::uuid)
   order by ${order}, id limit $4`,
);

/** Of a project, the first issued first. */
export function listPendingCertificates(
  db: Database,
  projectId: string,
  { after = listStart.oldestFirst, limit }: { after: PageKey | undefined; limit: number },
): Promise<PendingCertificate[]> {
  return db.rows(selectPending, [projectId, after.sort, after.id, limit]);
}

/** A certificate and a number of its trees. */
export interface CertificateTrees {
  readonly accountId: string;
  readonly id: string;
  readonly trees: Decimal;
}

const selectWithdrawn = crossAccountStatement<CertificateTrees>(
  reason,
  `select account_id, id, covered_trees as trees from biomass_certificates
   where project_id = $1 and withdrawn_at is not null and covered_trees > 0 order by id limit $2`,
);

/** Withdrawn certificates of a project that still hold trees of plantings. */
export const listWithdrawnToRelease = (
  db: Database,
  projectId: string,
  limit: number,
): Promise<CertificateTrees[]> => db.rows(selectWithdrawn, [projectId, limit]);

const selectProjects = crossAccountStatement<{ projectId: string }>(
  reason,
  `select distinct project_id from biomass_certificates where withdrawn_at is not null and covered_trees > 0`,
);

export const listProjectsToRelease = async (db: Database): Promise<string[]> =>
  (await db.rows(selectProjects)).map(({ projectId }) => projectId);

// By `id`, too, so that the rows are looked up one by one: an account may have a million others.
const add = crossAccountStatement(
  reason,
  `update biomass_certificates set covered_trees = covered_trees + one.added
   from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as one (of_account, of_id, added)
   where account_id = any($1::uuid[]) and id = any($2::uuid[]) and account_id = of_account and id = of_id`,
);

/** Each may be listed several times. Less than none are taken away. */
export async function addCoveredTrees(db: Transaction, covered: readonly CertificateTrees[]): Promise<void> {
  const sums = new Map<string, CertificateTrees>();
  for (const one of covered) {
    const known = sums.get(one.id);
    const trees = known ? decimal(known.trees).plus(one.trees).toFixed() : one.trees;
    sums.set(one.id, { ...one, trees });
  }
  const rows = [...sums.values()];
  await db.rows(add, [
    rows.map(({ accountId }) => accountId),
    rows.map(({ id }) => id),
    rows.map(({ trees }) => trees),
  ]);
}
