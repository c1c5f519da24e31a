import { LogError, makeVerifierKey, openCheckpoint, parseCheckpoint, parseNote } from '@regrove/verify';
import type { StoredCheckpoint } from '../../features/log/log-store.js';
import { FindingCollector, type LedgerFinding } from './ledger-finding.js';

/** Whether each checkpoint is what it was when it was signed. Roots are compared elsewhere. */
export async function checkCheckpoints(
  checkpoints: readonly StoredCheckpoint[],
  logSize: number,
  publicKeys: readonly Uint8Array[],
): Promise<LedgerFinding> {
  const finding = new FindingCollector(
    'checkpoints are signed by this installation',
    'a checkpoint was changed outside Regrove: restore it from a backup. If all of them are named, the key of the log is not the ' +
      'one that has signed them: see docs/backup.md, "The transparency log"',
  );
  for (const { size, note } of checkpoints) {
    const fault = await faultOf(note, size, publicKeys);
    if (fault !== undefined) finding.add(`the checkpoint of ${size} entries: ${fault}`);
    if (size > logSize) finding.add(`the checkpoint of ${size} entries is of more than the log has`);
  }
  return finding;
}

async function faultOf(
  note: string,
  size: number,
  publicKeys: readonly Uint8Array[],
): Promise<string | undefined> {
  try {
    // The log may have had another name then, with the same key.
    const { origin } = parseCheckpoint(parseNote(note).text);
    const keys = await Promise.all(publicKeys.map((key) => makeVerifierKey(origin, 1, key)));
    const opened = await openCheckpoint(note, { keys });
    return opened.size === size ? undefined : `it is of ${opened.size} entries`;
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
}
