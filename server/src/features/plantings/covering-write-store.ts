import { columnParameters } from '../../database/column-parameters.js';
import type { Database, Transaction } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import type { Covering, FreePlanting, Release } from './cover-certificates.js';

const reason = 'plantings cover the certificates of all accounts, first come, first served';

const selectProjects = statement<{ projectId: string }>(
  'select distinct project_id from plantings where covered_trees < surviving_trees or covered_trees > surviving_trees',
);

/** Projects whose plantings have trees left, or too few. */
export const projectsToCover = async (db: Database): Promise<string[]> =>
  (await db.rows(selectProjects)).map(({ projectId }) => projectId);

const selectFree = statement<FreePlanting>(`
  select id, surviving_trees - covered_trees as free from plantings
  where project_id = $1 and covered_trees < surviving_trees order by planted_on, reference limit $2`);

/** In the order in which they cover certificates. */
export const listFreePlantings = (db: Database, projectId: string, limit: number): Promise<FreePlanting[]> =>
  db.rows(selectFree, [projectId, limit]);

interface OverfullPlanting {
  readonly id: string;
  readonly tooMany: Decimal;
}

const selectOverfull = statement<OverfullPlanting>(`
  select id, covered_trees - surviving_trees as too_many from plantings
  where project_id = $1 and covered_trees > surviving_trees order by id limit 1`);

/** A planting that covers more trees than live. */
export const findOverfullPlanting = (
  db: Database,
  projectId: string,
): Promise<OverfullPlanting | undefined> => db.first(selectOverfull, [projectId]);

const selectNewest = crossAccountStatement<Covering>(
  reason,
  `select account_id, certificate_id, planting_id, trees from certificate_coverings where planting_id = $1
   order by created_at desc, certificate_id desc limit $2`,
);

/** What a planting covers, the last come first. */
export const listNewestCoverings = (db: Database, plantingId: string, limit: number): Promise<Covering[]> =>
  db.rows(selectNewest, [plantingId, limit]);

const row = columnParameters(1, {
  accountId: 'uuid',
  certificateId: 'uuid',
  plantingId: 'uuid',
  trees: 'numeric',
  createdAt: 'timestamptz',
});

// A planting covers more of a certificate than before if trees that were thought dead turned out to live.
const insert = crossAccountStatement(
  reason,
  `insert into certificate_coverings as covering (account_id, certificate_id, planting_id, trees, created_at)
   select account_states.account_id, certificate_id, planting_id, trees, created_at
   ${unnestOnShard(row.lists, 'certificate_id, planting_id, trees, created_at')}
   on conflict (account_id, certificate_id, planting_id) do update set trees = covering.trees + excluded.trees`,
);

const addToPlantings = statement(`
  update plantings set covered_trees = covered_trees + one.trees
  from (
    select planting_id, sum(trees) as trees from unnest($1::uuid[], $2::numeric[]) as given (planting_id, trees)
    group by planting_id
  ) one
  where id = planting_id`);

const addCovered = async (
  db: Transaction,
  covered: readonly Pick<Covering, 'plantingId' | 'trees'>[],
): Promise<void> => {
  await db.rows(addToPlantings, [
    covered.map(({ plantingId }) => plantingId),
    covered.map(({ trees }) => trees),
  ]);
};

/** The caller adds to the certificates. */
export async function insertCoverings(
  db: Transaction,
  coverings: readonly Covering[],
  createdAt: Date,
): Promise<void> {
  await db.rows(insert, row.listsOf(coverings.map((covering) => ({ ...covering, createdAt }))));
  await addCovered(db, coverings);
}

const one = columnParameters(1, { accountId: 'uuid', certificateId: 'uuid', plantingId: 'uuid' });
const isOne = `account_id = any($1::uuid[]) and account_id = of_account and certificate_id = of_certificate
     and planting_id = of_planting`;

const remove = crossAccountStatement(
  reason,
  `delete from certificate_coverings using unnest(${one.lists}) as one (of_account, of_certificate, of_planting)
   where ${isOne}`,
);

const reduce = crossAccountStatement(
  reason,
  `update certificate_coverings set trees = trees - one.released
   from unnest(${one.lists}, $${one.next}::numeric[]) as one (of_account, of_certificate, of_planting, released)
   where ${isOne}`,
);

/** The caller takes them away from the certificates. */
export async function writeReleases(db: Transaction, releases: readonly Release[]): Promise<void> {
  const gone = releases.filter(({ isGone }) => isGone);
  const kept = releases.filter(({ isGone }) => !isGone);
  if (gone.length > 0) await db.rows(remove, one.listsOf(gone.map(({ covering }) => covering)));
  if (kept.length > 0)
    await db.rows(reduce, [
      ...one.listsOf(kept.map(({ covering }) => covering)),
      kept.map(({ released }) => released),
    ]);
  await addCovered(
    db,
    releases.map(({ covering, released }) => ({
      plantingId: covering.plantingId,
      trees: negate(released),
    })),
  );
}

const removeAll = crossAccountStatement<Pick<Covering, 'plantingId' | 'trees'>>(
  reason,
  `delete from certificate_coverings where account_id = any($1::uuid[]) and certificate_id = any($2::uuid[])
   returning planting_id, trees`,
);

/** Frees all that these certificates hold. The caller takes it away from them. */
export async function removeCoveringsOf(
  db: Transaction,
  certificates: readonly { readonly accountId: string; readonly id: string }[],
): Promise<void> {
  const removed = await db.rows(removeAll, [
    certificates.map(({ accountId }) => accountId),
    certificates.map(({ id }) => id),
  ]);
  await addCovered(
    db,
    removed.map(({ plantingId, trees }) => ({ plantingId, trees: negate(trees) })),
  );
}

export const negate = (trees: Decimal): Decimal => decimal(trees).times(-1).toFixed();
