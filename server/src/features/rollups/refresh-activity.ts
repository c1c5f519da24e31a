import type { AccountId } from '../accounts/account.js';
import {
  changeActivity,
  listAccountIdsAfter,
  listActivityWithBelow,
  listLineages,
  listOwnActivity,
  type AccountActivity,
  type ActivityChange,
} from '../accounts/ranking-store.js';
import type { Context } from '../../database/context.js';
import type { Transaction } from '../../database/database.js';
import { addMissingTrees } from '../projects/trees-by-account-store.js';
import { requeueChangedTrees } from '../projects/tree-rollup-store.js';
import { addTonnes, requeueChangedMonths } from '../volume/volume-rollup-store.js';
import { rankingRowsOf } from './ranking-rows.js';
import { listMissingTonnes, lockRollups, readActivity } from './rollup-store.js';
import { lowestId } from '../../database/paging.js';

const accountBatchSize = 500;

/**
 * Goes through all accounts, and brings up to date what is not counted where it is written: when they were last active, the health
 * of their feeds, and what a version that does not know of these counters has written. Stops between two batches.
 */
export async function refreshActivity({ db }: Pick<Context, 'db'>, stopping: AbortSignal): Promise<void> {
  for (let last: string | undefined = lowestId; last !== undefined && !stopping.aborted;) {
    const accounts: AccountId[] = await listAccountIdsAfter(db, last, accountBatchSize);
    if (accounts.length > 0) await db.transaction((tx) => refresh(tx, accounts));
    last = accounts.at(-1);
  }
}

async function refresh(tx: Transaction, accounts: readonly AccountId[]): Promise<void> {
  await lockRollups(tx);
  await addTonnes(tx, await listMissingTonnes(tx, accounts));
  await requeueChangedMonths(tx, accounts);
  await addMissingTrees(tx, accounts);
  await requeueChangedTrees(tx, accounts);
  const changes = await changedActivity(tx, accounts);
  if (changes.length === 0) return;
  const lineages = await listLineages(
    tx,
    changes.map(({ accountId }) => accountId),
  );
  const rowsOf = rankingRowsOf(lineages);
  const rows = changes.flatMap(({ accountId, ...change }) =>
    rowsOf(accountId).map((row) => ({ ...change, ...row, isOwn: row.belowId === accountId })),
  );
  await changeActivity(
    tx,
    rows.filter(({ isOwn }) => isOwn),
  );
  const between = addUpFeeds(rows.filter(({ isOwn }) => !isOwn));
  const newest = await listActivityWithBelow(tx, [...new Set(between.map(({ belowId }) => belowId))]);
  const activity = new Map(newest.map(({ accountId, activeAt }) => [accountId, activeAt]));
  await changeActivity(
    tx,
    between.map((row) => ({ ...row, activeAt: activity.get(row.belowId) ?? row.activeAt })),
  );
}

/** The accounts whose activity differs from the stored one: the time that it is now, and by how much their feeds differ. */
async function changedActivity(tx: Transaction, accounts: readonly AccountId[]): Promise<AccountActivity[]> {
  const stored = new Map((await listOwnActivity(tx, accounts)).map((own) => [own.accountId, own]));
  return (await readActivity(tx, accounts)).flatMap((now) => {
    const before = stored.get(now.accountId);
    const feeds = now.feeds - (before?.feeds ?? 0);
    const unhealthyFeeds = now.unhealthyFeeds - (before?.unhealthyFeeds ?? 0);
    const isSame =
      before?.activeAt.getTime() === now.activeAt.getTime() && feeds === 0 && unhealthyFeeds === 0;
    return isSame ? [] : [{ ...now, feeds, unhealthyFeeds }];
  });
}

/** One row per account between, with the feeds of all that are below it. */
function addUpFeeds(rows: readonly ActivityChange[]): ActivityChange[] {
  const sums = new Map<string, ActivityChange>();
  for (const row of rows) {
    const key = `${row.accountId} ${row.belowId}`;
    const { feeds = 0, unhealthyFeeds = 0 } = sums.get(key) ?? {};
    sums.set(key, {
      ...row,
      feeds: row.feeds + feeds,
      unhealthyFeeds: row.unhealthyFeeds + unhealthyFeeds,
    });
  }
  return [...sums.values()];
}
