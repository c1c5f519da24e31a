import type { Context } from '../../database/context.js';
import type { Transaction } from '../../database/database.js';
import { isGeneralOutage } from '../../database/failures.js';
import type { PageKey } from '../../database/paging.js';
import {
  addCoveredTrees,
  type CertificateTrees,
  listPendingCertificates,
  listWithdrawnToRelease,
  listProjectsToRelease,
} from '../certificates/covered-tree-store.js';
import { coverCertificates, releaseTrees } from './cover-certificates.js';
import { addCoveredByAccount } from '../projects/covered-by-account-store.js';
import { countCoveredTrees } from './count-covered-trees.js';
import { lockPlantingsOf } from './planting-lock-store.js';
import {
  findOverfullPlanting,
  insertCoverings,
  listFreePlantings,
  listNewestCoverings,
  negate,
  projectsToCover,
  removeCoveringsOf,
  writeReleases,
} from './covering-write-store.js';

/** Of certificates and of plantings. */
const batchSize = 2_000;

export interface CoverRun {
  /** Coverings that were made. */
  readonly covered: number;
  /** Coverings that were taken back, because trees died or a certificate was withdrawn. */
  readonly released: number;
  /** Projects that failed with an error. The reasons are in the log. */
  readonly failed: number;
}

/**
 * Covers certificates by plantings of their projects, first come, first served, until either are used up or `signal` is aborted.
 * Safe to run concurrently: every batch is one transaction under a lock of its project.
 */
export async function coverTrees(context: Context, signal?: AbortSignal): Promise<CoverRun> {
  const run = { covered: 0, released: 0, failed: 0 };
  await countCoveredTrees(context, signal);
  const projects = new Set([
    ...(await listProjectsToRelease(context.db)),
    ...(await projectsToCover(context.db)),
  ]);
  for (const projectId of [...projects].sort()) {
    try {
      run.released += await repeat(context, signal, projectId, freeWithdrawn);
      run.released += await repeat(context, signal, projectId, releaseDead);
      run.covered += await repeat(context, signal, projectId, coverPending);
    } catch (error) {
      if (isGeneralOutage(error)) throw error;
      // It must not block other projects.
      run.failed++;
      context.log.error({ err: error, project: projectId }, 'the trees of a project could not be covered');
    }
  }
  return run;
}

interface Batch {
  readonly done: number;
  /** The last certificate that is covered, after which the next batch continues. */
  readonly after?: PageKey | undefined;
}

type Step = (
  db: Transaction,
  projectId: string,
  at: { now: Date; after: PageKey | undefined },
) => Promise<Batch>;

/** Batch by batch, until one has nothing to do. */
async function repeat(
  { db, clock }: Context,
  signal: AbortSignal | undefined,
  projectId: string,
  step: Step,
): Promise<number> {
  let total = 0;
  for (let after: PageKey | undefined; signal?.aborted !== true;) {
    const from = { now: clock(), after };
    const batch = await db.transaction(async (tx) => {
      await lockPlantingsOf(tx, projectId);
      return step(tx, projectId, from);
    });
    if (batch.done === 0) break;
    total += batch.done;
    after = batch.after ?? after;
  }
  return total;
}

/** To the certificates, and to what their accounts have in the project. */
async function addCovered(
  db: Transaction,
  projectId: string,
  covered: readonly CertificateTrees[],
): Promise<void> {
  await addCoveredTrees(db, covered);
  await addCoveredByAccount(
    db,
    covered.map(({ accountId, trees }) => ({ accountId, projectId, trees })),
  );
}

async function freeWithdrawn(db: Transaction, projectId: string): Promise<Batch> {
  const withdrawn = await listWithdrawnToRelease(db, projectId, batchSize);
  if (withdrawn.length === 0) return { done: 0 };
  await removeCoveringsOf(db, withdrawn);
  await addCovered(
    db,
    projectId,
    withdrawn.map(({ trees, ...certificate }) => ({ ...certificate, trees: negate(trees) })),
  );
  return { done: withdrawn.length };
}

async function releaseDead(db: Transaction, projectId: string): Promise<Batch> {
  const overfull = await findOverfullPlanting(db, projectId);
  if (!overfull) return { done: 0 };
  const releases = releaseTrees(await listNewestCoverings(db, overfull.id, batchSize), overfull.tooMany);
  if (releases.length === 0)
    throw new Error(`Planting ${overfull.id} has covered trees, but covers no certificate`);
  await writeReleases(db, releases);
  await addCovered(
    db,
    projectId,
    releases.map(({ covering: { accountId, certificateId }, released }) => ({
      accountId,
      id: certificateId,
      trees: negate(released),
    })),
  );
  return { done: releases.length };
}

/** Continues after what it has covered, so that it does not read again what vacuum has not removed from the index yet. */
const coverPending: Step = async (db, projectId, { now, after }) => {
  const plantings = await listFreePlantings(db, projectId, batchSize);
  if (plantings.length === 0) return { done: 0 };
  const certificates = await listPendingCertificates(db, projectId, { after, limit: batchSize });
  const { coverings, complete } = coverCertificates(certificates, plantings);
  if (coverings.length === 0) return { done: 0 };
  await insertCoverings(db, coverings, now);
  await addCovered(
    db,
    projectId,
    coverings.map(({ accountId, certificateId, trees }) => ({ accountId, id: certificateId, trees })),
  );
  const last = certificates[complete - 1];
  return { done: coverings.length, after: last && { sort: last.issuedAt, id: last.id } };
};
