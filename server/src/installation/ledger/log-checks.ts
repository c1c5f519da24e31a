import type { Database } from '../../database/database.js';
import {
  allCheckpoints,
  readIndexedEntries,
  readLogState,
  strayEntries,
} from '../../features/log/log-store.js';
import { maxDelayMs } from '../../features/log/log-delay.js';
import { logSources } from '../../features/log/log-sources.js';
import { lastLogPass, readLogTrouble } from '../../features/log/log-trouble-store.js';
import type { SignedTree } from '../../features/log/signed-tree.js';
import { minuteMs } from '../../platform/time/durations.js';
import { GrowingFinding, type LedgerFinding } from './ledger-finding.js';
import { checkCheckpoints } from './log-checkpoint-checks.js';
import { checkRows } from './log-row-checks.js';
import { TreeCheck } from './log-tree-checks.js';

/** What the installation knows about its log apart from the database; read before the snapshot begins. */
export interface KnownLog {
  readonly now: Date;
  /** The largest tree that was signed from this data directory. */
  readonly signedTree: SignedTree | undefined;
  /** The log's own, current and former. Only called if something was signed: it may create the key. */
  readonly publicKeys: () => Promise<readonly Uint8Array[]>;
}

/** A multiple of the width of a tile. Memory depends on this, not on the size of the log. */
const batchSize = 4_096;
const maxShown = 100;

/** A transaction may take this long between the time that it notes and its end. */
const toleranceMs = 2 * minuteMs;

/** Proves that log and tables agree: everything is told once, by what its row says, and nothing else is told. */
export async function checkLog(db: Database, known: KnownLog): Promise<LedgerFinding[]> {
  const { size, root } = await readLogState(db);
  const gaps = new GrowingFinding(
    'the log has an entry for each index, and no others',
    'entries were deleted or added outside Regrove: restore the database as it was before, from a backup or a replica',
  );
  const checkpoints = await allCheckpoints(db);
  const tree = new TreeCheck(db, { size, root, checkpoints, signedTree: known.signedTree });
  const rows = checkRows(db);
  for (let first = 0; first < size; first += batchSize) {
    const end = Math.min(first + batchSize, size);
    const entries = await readIndexedEntries(db, first, end);
    for (const index of missingIndexes(entries, first, end)) gaps.add(`entry ${index} is missing`);
    await rows.compare(entries, first, end);
    await tree.append(entries, first, end);
  }
  for (const index of await strayEntries(db, size, maxShown))
    gaps.add(`entry ${index} is beyond the end: the log has ${size}`);
  await rows.finish(size);
  await tree.finish();
  return [
    gaps,
    ...rows.findings,
    await checkMissing(db, known.now),
    ...tree.findings,
    await checkCheckpoints(checkpoints, size, checkpoints.length > 0 ? await known.publicKeys() : []),
  ];
}

function* missingIndexes(
  entries: readonly { readonly index: number }[],
  first: number,
  end: number,
): Generator<number> {
  if (entries.length === end - first) return;
  const there = new Set(entries.map(({ index }) => index));
  for (let index = first; index < end; index++) if (!there.has(index)) yield index;
}

/**
 * Whatever was there when somebody last looked for something to enter must have been entered, and somebody must look every few
 * minutes, unless what is noted as the log's trouble explains why nothing is entered.
 */
async function checkMissing(db: Database, now: Date): Promise<LedgerFinding> {
  const finding = new GrowingFinding(
    'everything is entered in the log within a minute',
    'see what the log of servers and workers says about the job enter-log',
  );
  const { passedAt } = await lastLogPass(db);
  if (!passedAt) return finding;
  const { trouble } = await readLogTrouble(db);
  const looked = passedAt.getTime() - toleranceMs;
  const before = new Date(trouble === null ? Math.max(looked, now.getTime() - maxDelayMs) : looked);
  for (const { name, missing } of logSources)
    for (const id of await missing(db, before, maxShown)) finding.add(`${name} ${id} was not entered`);
  return finding;
}
