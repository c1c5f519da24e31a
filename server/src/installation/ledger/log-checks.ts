import type { Database } from '../../database/database.js';
import { usedKeysWithNotes, type UsedKey } from '../../features/log/log-key-store.js';
import {
  allCheckpoints,
  readIndexedEntries,
  readLogState,
  strayEntries,
} from '../../features/log/log-store.js';
import { maxDelayMs } from '../../features/log/log-delay.js';
import { logSources } from '../../features/log/log-sources.js';
import { lastLogRun, readLogTrouble } from '../../features/log/log-trouble-store.js';
import type { SignedTree } from '../../features/log/signed-tree.js';
import { minuteMs } from '../../platform/time/durations.js';
import { FindingCollector, type LedgerFinding } from './ledger-finding.js';
import { checkCheckpoints } from './log-checkpoint-checks.js';
import { checkKeys, readKey } from './log-key-checks.js';
import { checkRows } from './log-row-checks.js';
import { TreeCheck } from './log-tree-checks.js';
import { checkCosignedTrees, type KnownCosignedTrees } from './witness-checks.js';

/** What the installation knows about its log apart from the database; read before the snapshot begins. */
export interface KnownLog {
  readonly now: Date;
  /** The largest tree that was signed from this data directory. */
  readonly signedTree: SignedTree | undefined;
  /** Verifier keys that have signed the log. None: this data directory does not know. */
  readonly keys: readonly string[];
  /** Undefined: this installation is no witness. */
  readonly cosignedTrees: KnownCosignedTrees | undefined;
  /** Only called if something was signed: it may create the key. */
  readonly ownKey: () => Promise<string>;
}

/** A multiple of the width of a tile. Memory depends on this, not on the size of the log. */
const batchSize = 4_096;
const maxShown = 100;

/** A transaction may take this long between its timestamp and its commit. */
const toleranceMs = 2 * minuteMs;

/** Proves that log and tables agree: everything is told once, by what its row says, and nothing else is told. */
export async function checkLog(db: Database, known: KnownLog): Promise<LedgerFinding[]> {
  const { size, root } = await readLogState(db);
  const gaps = new FindingCollector(
    'the log has an entry for each index, and no others',
    'entries were deleted or added outside Regrove: restore the database as it was before, from a backup or a replica',
  );
  const checkpoints = await allCheckpoints(db);
  const used = await usedKeysWithNotes(db);
  const tree = new TreeCheck(db, { size, root, checkpoints, used, signedTree: known.signedTree });
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
  const ownKey = checkpoints.length > 0 ? await known.ownKey() : undefined;
  return [
    gaps,
    ...rows.findings,
    await checkMissing(db, known.now),
    ...tree.findings,
    await checkCheckpoints(checkpoints, size, await trustedKeys(known.keys, ownKey, used)),
    await checkKeys(used, { known: known.keys, ownKey, newest: checkpoints.at(-1) }),
    ...(known.cosignedTrees ? [await checkCosignedTrees(db, known.cosignedTrees)] : []),
  ];
}

/** Those of the database are not trusted if there are others: whoever can write to it can list any key. */
async function trustedKeys(
  known: readonly string[],
  ownKey: string | undefined,
  used: readonly UsedKey[],
): Promise<readonly Uint8Array[]> {
  const former = known.length > 0 ? known : used.map(({ key }) => key);
  const parsed = await Promise.all([...(ownKey === undefined ? [] : [ownKey]), ...former].map(readKey));
  return parsed.flatMap((key) => (key ? [key.publicKey] : []));
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
  const finding = new FindingCollector(
    'everything is entered in the log within a minute',
    'see what the log of servers and workers says about the job enter-log',
  );
  const { passedAt } = await lastLogRun(db);
  if (!passedAt) return finding;
  const { trouble } = await readLogTrouble(db);
  const looked = passedAt.getTime() - toleranceMs;
  const before = new Date(trouble === null ? Math.max(looked, now.getTime() - maxDelayMs) : looked);
  for (const { name, missing } of logSources)
    for (const id of await missing(db, before, maxShown)) finding.add(`${name} ${id} was not entered`);
  return finding;
}
