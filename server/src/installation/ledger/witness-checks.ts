import { LogError, openCheckpoint, type VerifierKey } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import type { SignedTree } from '../../features/log/signed-tree.js';
import {
  listForkNotes,
  listWitnessedLogs,
  newestCosigned,
} from '../../features/log/witnessing/witnessed-log-store.js';
import { FindingCollector, type LedgerFinding } from './ledger-finding.js';

/** What a witness knows apart from the database; read before the snapshot begins. */
export interface KnownCosignedTrees {
  /** Of the logs in its settings. */
  readonly keys: readonly VerifierKey[];
  /** The largest trees that were cosigned with this data directory. */
  readonly trees: readonly SignedTree[];
}

const changed =
  'the tables of the witness were changed outside Regrove, or a backup was restored. It still cosigns nothing that contradicts the data ' +
  'directory: see docs/operations.md, "Witnesses"';

/** Whether the database still says what was cosigned for other logs, and has the notes of these logs about it. */
export async function checkCosignedTrees(
  db: Database,
  { keys, trees }: KnownCosignedTrees,
): Promise<LedgerFinding> {
  const finding = new FindingCollector('what was cosigned of other logs is stored as it was', changed);
  const known = new Set(keys.map(({ name }) => name));
  const stored = (await listWitnessedLogs(db)).filter(({ origin }) => known.has(origin));
  for (const { origin, size, root } of trees) {
    const found = stored.find((one) => one.origin === origin);
    if (!found || found.size < size || (found.size === size && !found.root.equals(root)))
      finding.add(`${origin}: ${size} entries were cosigned, and the database says another tree`);
  }
  for (const { origin, size, root } of stored) {
    const cosigned = await newestCosigned(db, origin);
    const fault =
      cosigned && (await faultOf(cosigned.note, { origin, size: cosigned.size, root: cosigned.root }, keys));
    if (cosigned?.size !== size || !cosigned.root.equals(root))
      finding.add(`${origin}: the checkpoint of ${size} entries that was cosigned last is not there`);
    else if (fault !== undefined)
      finding.add(`${origin}: the checkpoint of ${size} entries that was cosigned last: ${fault}`);
  }
  for (const { origin, size, cosignedNote, refusedNote } of await listForkNotes(db, [...known]))
    for (const note of [cosignedNote, refusedNote]) {
      const fault = await faultOf(note, { origin, size }, keys);
      if (fault !== undefined) finding.add(`${origin}: the evidence of a fork at ${size} entries: ${fault}`);
    }
  return finding;
}

/** Undefined if one of the keys has signed a note about this tree. */
async function faultOf(
  note: string,
  { origin, size, root }: Pick<SignedTree, 'origin' | 'size'> & Partial<SignedTree>,
  keys: readonly VerifierKey[],
): Promise<string | undefined> {
  try {
    const opened = await openCheckpoint(note, { keys: keys.filter(({ name }) => name === origin) });
    const isSame = opened.size === size && (!root || root.equals(opened.root));
    return isSame ? undefined : 'it is about another tree';
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
}
