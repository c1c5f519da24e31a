import { toHex } from './bytes.js';
import {
  openCheckpoint,
  parseCheckpoint,
  type Checkpoint,
  type Cosignature,
  type TrustedKeys,
} from './checkpoint.js';
import { accountHash, isKnownEntry, parseEntry, type Entry, type KnownEntry } from './entry.js';
import { assert, LogError, type LogErrorCode } from './errors.js';
import { hashLeaf, requireIndex, requirePath, verifyInclusion } from './merkle.js';
import { parseNote } from './note.js';
import { namesMeantBy } from './printed-name.js';
import { parseProof } from './proof.js';

/** What can be shown, in the order in which it is checked. */
export type CheckName = 'format' | 'signature' | 'witnesses' | 'inclusion' | 'entry' | 'name';

/** Why something is not shown, though nothing is wrong. */
export type UncheckedCode =
  /** Without it, nothing says what is in the log at that index. */
  | 'no-entry'
  | 'no-name'
  /** Such as a PDF without one. */
  | 'no-proof'
  /** The proof has no salt, so it does not show whose certificate it is. */
  | 'no-salt'
  | 'no-witness'
  /** An earlier point is wrong or not shown. */
  | 'not-reached'
  | 'unknown-entry'
  | 'unknown-key';

export type CheckResult =
  | { readonly state: 'shown' }
  | { readonly state: 'not-shown'; readonly code: UncheckedCode }
  | { readonly state: 'wrong'; readonly code: LogErrorCode | 'other-name'; readonly message: string };

export interface ProofRequest extends TrustedKeys {
  /** The file. */
  readonly proof: string | Uint8Array | undefined;
  /** The bytes that the log has at that index. */
  readonly entry?: Uint8Array | undefined;
  /** What the entry must be. The log proves others, too, such as that a certificate was withdrawn. */
  readonly type?: KnownEntry['type'] | undefined;
  /** Of the account, as it is on the certificate. Spaces at its ends, and the Unicode form of its letters do not matter. */
  readonly name?: string | undefined;
}

export interface ProofResult {
  /**
   * `proven`: a known log has signed that it contains the entry, and the entry is of the type that was asked for. `wrong`: something
   * does not fit. `incomplete`: all fits, but the log's key or the entry is missing, or the entry is of a later version.
   */
  readonly verdict: 'proven' | 'incomplete' | 'wrong';
  readonly checks: Readonly<Record<CheckName, CheckResult>>;
  /** Only to be trusted as far as `checks` says. */
  readonly checkpoint?: Checkpoint;
  readonly index?: number;
  readonly cosignatures: readonly Cosignature[];
  readonly entry?: Entry;
  /** The hash of the entry as a leaf of the tree, in hexadecimal. */
  readonly entryHash?: string;
}

const shown: CheckResult = { state: 'shown' };
const gap = (code: UncheckedCode): CheckResult => ({ state: 'not-shown', code });

/**
 * Says check by check what a proof shows. Does not throw for a bad proof: only for bad keys, or where Web Crypto is missing.
 *
 * ```ts
 * const { verdict, checks, entry } = await verifyProof({ proof, entry, keys: ['example.com/log+...'] });
 * ```
 */
export async function verifyProof({
  proof,
  entry,
  type,
  name,
  keys,
  witnesses = [],
}: ProofRequest): Promise<ProofResult> {
  const points: Record<CheckName, CheckResult> = {
    format: gap('no-proof'),
    signature: gap('not-reached'),
    witnesses: gap('no-witness'),
    inclusion: gap('no-entry'),
    entry: gap('no-entry'),
    name: gap('no-name'),
  };
  const result: { -readonly [Key in keyof ProofResult]?: ProofResult[Key] } = {};

  /** Does a step, and notes that it is shown unless it says otherwise or fails. */
  const show = async (point: CheckName, step: () => Promise<CheckResult | undefined>): Promise<void> => {
    try {
      points[point] = (await step()) ?? shown;
    } catch (error) {
      if (!(error instanceof LogError) || ['unsupported', 'malformed-key'].includes(error.code)) throw error;
      points[point] =
        error.code === 'unknown-key'
          ? gap('unknown-key')
          : { state: 'wrong', code: error.code, message: error.message };
    }
  };

  let salt: Uint8Array | undefined;
  let hashes: readonly Uint8Array[] = [];
  let note = '';
  // oxlint-disable-next-line typescript/require-await -- as the other steps
  await show('format', async () => {
    if (proof === undefined) return gap('no-proof');
    const parsed = parseProof(proof);
    ({ extra: salt, hashes, checkpoint: note } = parsed);
    assert(salt === undefined || salt.length === 32, 'malformed-proof', 'A salt has 32 bytes');
    const checkpoint = parseCheckpoint(parseNote(note).text);
    requireIndex(parsed.index, checkpoint.size);
    result.checkpoint = checkpoint;
    result.index = parsed.index;
    return undefined;
  });
  const { checkpoint, index = 0 } = result;

  if (checkpoint) {
    await show('signature', async () => {
      const opened = await openCheckpoint(note, { keys, witnesses });
      result.cosignatures = opened.cosignatures;
      if (opened.cosignatures.length > 0) points.witnesses = shown;
      return opened.keyId === undefined ? gap('unknown-key') : shown;
    });
  }
  if (checkpoint && !entry)
    await show('inclusion', async () => {
      // Whether they lead to the root cannot be known, but how many they are.
      await requirePath(index, checkpoint.size, hashes);
      return gap('no-entry');
    });
  if (entry) {
    const leafHash = await hashLeaf(entry);
    result.entryHash = toHex(leafHash);
    await show('inclusion', async () => {
      if (!checkpoint) return gap('not-reached');
      await verifyInclusion(leafHash, index, checkpoint.size, hashes, checkpoint.root);
      return undefined;
    });
    // oxlint-disable-next-line typescript/require-await -- as the other steps
    await show('entry', async () => {
      const parsed = parseEntry(entry);
      result.entry = parsed;
      assert(!type || parsed.type === type, 'other-entry', `The entry is not of the type ${type}`);
      return isKnownEntry(parsed) ? undefined : gap('unknown-entry');
    });
  }
  const { entry: read } = result;
  if (name !== undefined)
    await show('name', async () => {
      if (!read || !isKnownEntry(read) || !('account' in read)) return gap('no-entry');
      if (!salt) return gap('no-salt');
      for (const one of namesMeantBy(name))
        if ((await accountHash(salt, one)) === read.account) return undefined;
      return { state: 'wrong', code: 'other-name', message: 'The certificate was issued to another name' };
    });

  const states = Object.values(points).map(({ state }) => state);
  const { format, signature, inclusion } = points;
  const isProven = [format, signature, inclusion, type ? points.entry : shown].every(
    ({ state }) => state === 'shown',
  );
  return {
    cosignatures: [],
    ...result,
    checks: points,
    verdict: states.includes('wrong') ? 'wrong' : isProven ? 'proven' : 'incomplete',
  };
}
