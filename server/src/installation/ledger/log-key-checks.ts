import { LogError, openCheckpoint, parseVerifierKey, type VerifierKey } from '@regrove/verify';
import type { UsedKeyWithNote } from '../../features/log/log-key-store.js';
import type { StoredCheckpoint } from '../../features/log/log-store.js';
import { originOf } from '../../features/log/log-name.js';
import { hasSignatureOf } from '../../features/log/note-signatures.js';
import { FindingCollector, type LedgerFinding } from './ledger-finding.js';

/** Verifier keys. */
interface KnownKeys {
  /** Those that this data directory knows. None: it does not know what has signed the log. */
  readonly known: readonly string[];
  /** It may have signed just now. */
  readonly ownKey: string | undefined;
  readonly newest: StoredCheckpoint | undefined;
}

type ReadKey = UsedKeyWithNote & { readonly parsed: VerifierKey };

/**
 * Whether the list of keys, by which others verify older proofs, has those that have signed the log, and no others. Roots of first
 * checkpoints are compared elsewhere.
 */
export async function checkKeys(
  used: readonly UsedKeyWithNote[],
  { known, ownKey, newest }: KnownKeys,
): Promise<LedgerFinding> {
  const finding = new FindingCollector(
    'the listed keys of the log are those that have signed it',
    'the table log_keys was changed outside Regrove: restore it from a backup. If another server has signed with a key while this one ' +
      'was not in use, see docs/backup.md, "The transparency log"',
  );
  let former: ReadKey | undefined;
  for (const row of used) {
    const parsed = await readKey(row.key);
    if (!parsed) {
      finding.add(`${row.key} is no key`);
      continue;
    }
    const key = { ...row, parsed };
    for (const fault of [
      ...(await faultsOfFirst(key, former)),
      ...faultsOfSizes(key, newest),
      ...(known.length > 0 && ![...known, ownKey].includes(row.key)
        ? ['has signed nothing as far as this data directory knows']
        : []),
    ])
      finding.add(`the key ${row.key} ${fault}`);
    former = key;
  }
  const origin = newest && originIn(newest.note);
  for (const key of known)
    // The database may have forgotten those of a former log.
    if (key.startsWith(`${origin}+`) && used.every((one) => one.key !== key))
      finding.add(`the key ${key} is missing`);
  return finding;
}

/** Undefined if it is none. */
export const readKey = (text: string): Promise<VerifierKey | undefined> =>
  parseVerifierKey(text).catch(() => undefined);

/** The first checkpoint that it signed: under the same name, the former key has signed it, too. */
async function faultsOfFirst(
  { parsed, firstNote, firstSize }: ReadKey,
  former: ReadKey | undefined,
): Promise<string[]> {
  const openBy = (key: VerifierKey): Promise<{ size: number } | string> =>
    openCheckpoint(firstNote, { keys: [key] }).catch((error: unknown) => {
      if (error instanceof LogError) return error.message;
      throw error;
    });
  const opened = await openBy(parsed);
  if (typeof opened === 'string') return [`did not sign the checkpoint that is called its first: ${opened}`];
  if (opened.size !== firstSize)
    return [`first signed ${opened.size} entries, and the list says ${firstSize}`];
  if (former?.parsed.name !== parsed.name || typeof (await openBy(former.parsed)) !== 'string') return [];
  return ['was not introduced with a checkpoint that the key before it had signed'];
}

function faultsOfSizes(
  { parsed, firstSize, lastSize }: ReadKey,
  newest: StoredCheckpoint | undefined,
): string[] {
  const isLast = newest && originIn(newest.note) !== undefined && hasSignatureOf(newest.note, parsed);
  const isPossible = isLast ? lastSize === newest.size : lastSize >= firstSize;
  return isPossible ? [] : [`did not sign ${lastSize} entries last, as the list says`];
}

/** Undefined if it is unreadable, which the check of its signature reports. */
function originIn(note: string): string | undefined {
  try {
    return originOf(note);
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
