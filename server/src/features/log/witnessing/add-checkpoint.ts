import {
  LogError,
  openNote,
  parseCheckpoint,
  parseNote,
  verifyConsistency,
  type Checkpoint,
} from '@regrove/verify';
import type { Context, TransactionContext } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { cosign } from '../../../platform/tlog/sign.js';
import { parseWitnessRequest } from '../../../platform/tlog/witness-request.js';
import { onlySignaturesOf } from '../note-signatures.js';
import { readCosignedTree, writeCosignedTree } from './cosigned-tree.js';
import {
  advanceWitnessedLog,
  findCosigned,
  keepFork,
  lockWitnessedLog,
  type WitnessedTree,
} from './witnessed-log-store.js';

/** What a log gets that asks this installation to cosign its checkpoint. */
export type WitnessAnswer =
  | { readonly is: 'cosigned'; readonly line: string }
  /** It has cosigned a tree of this size, not of the one that the log believes, or another one. */
  | { readonly is: 'conflict'; readonly size: number }
  | {
      /** `forgotten`: it does not know what it has cosigned. */
      readonly is: 'malformed' | 'unknown-log' | 'unsigned' | 'inconsistent' | 'forgotten';
      readonly message: string;
    };

/** Cosigns a checkpoint if everything that was cosigned before is the beginning of it, as in C2SP's tlog-witness. */
export async function addCheckpoint(context: Context, body: Uint8Array): Promise<WitnessAnswer> {
  const request = readRequest(body);
  if ('is' in request) return request;
  const { checkpoint, note, oldSize } = request;
  const { origin, size } = checkpoint;
  const keys = (context.transparency.witnessedLogs ?? []).filter(({ name }) => name === origin);
  if (keys.length === 0) return { is: 'unknown-log', message: `${origin} is not witnessed here` };
  const unsigned = await openNote(note, keys).then(() => undefined, refusalOf);
  if (unsigned) return unsigned;
  if (oldSize > size) return { is: 'malformed', message: 'The old size is larger than the new one' };
  // Whoever sends it may have added lines, which say nothing about the log.
  const signed = { ...request, note: onlySignaturesOf(note, keys) };
  const { answer, isNewFork } = await inTransaction(context, (tx) => advance(tx, signed));
  if (isNewFork)
    context.log.error(
      { origin, size },
      'a log that is witnessed here has signed two different trees of the same size: see doctor',
    );
  return answer;
}

interface Request {
  readonly oldSize: number;
  readonly hashes: readonly Uint8Array[];
  readonly note: string;
  readonly text: string;
  readonly checkpoint: Checkpoint;
}

function readRequest(body: Uint8Array): Request | WitnessAnswer {
  try {
    const { oldSize, hashes, checkpoint: note } = parseWitnessRequest(body);
    const { text } = parseNote(note);
    return { oldSize, hashes, note, text, checkpoint: parseCheckpoint(text) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Throws what is not about the request. */
function refusalOf(error: unknown): WitnessAnswer {
  if (!(error instanceof LogError) || error.code === 'unsupported') throw error;
  const { code, message } = error;
  if (code === 'bad-consistency') return { is: 'inconsistent', message };
  return { is: code === 'unknown-key' || code === 'bad-signature' ? 'unsigned' : 'malformed', message };
}

/** The cosignature is made while the log is locked, and leaves only once the new state is stored. */
async function advance(
  { db, clock, transparency }: TransactionContext,
  { oldSize, hashes, note, text, checkpoint: { origin, size, root } }: Request,
): Promise<{ answer: WitnessAnswer; isNewFork?: boolean }> {
  const stored = await lockWitnessedLog(db, origin);
  const known = await knownTree(transparency.cosignedTreesPath, origin, stored);
  if (!known)
    return {
      answer: { is: 'forgotten', message: `What was cosigned of ${origin} is not known here any more` },
    };
  const conflict: WitnessAnswer = { is: 'conflict', size: known.size };
  const cosigned = size <= known.size ? await findCosigned(db, origin, size) : undefined;
  if (cosigned && !cosigned.root.equals(root)) {
    const fork = { origin, size, seenAt: clock(), cosignedNote: cosigned.note, refusedNote: note };
    return { answer: conflict, isNewFork: await keepFork(db, fork) };
  }
  if (oldSize !== known.size || (size === known.size && !known.root.equals(root)))
    return { answer: conflict };
  const inconsistent = await verifyConsistency(oldSize, known.root, size, root, hashes).then(
    () => undefined,
    refusalOf,
  );
  if (inconsistent) return { answer: inconsistent };
  const tree = { origin, size, root: Buffer.from(root) };
  // Before it is cosigned, so that no cosignature is ever forgotten.
  await writeCosignedTree(transparency.cosignedTreesPath, tree);
  const line = await cosign(text, await transparency.cosigner(), Math.floor(clock().getTime() / 1000));
  if (size > stored.size) await advanceWitnessedLog(db, { ...tree, note });
  return { answer: { is: 'cosigned', line } };
}

/**
 * What was cosigned last, as the database and the data directory say: one of them may have been restored, or another server may have
 * cosigned more. Undefined if only the database says so.
 */
async function knownTree(
  directory: string,
  origin: string,
  stored: WitnessedTree,
): Promise<WitnessedTree | undefined> {
  const remembered = await readCosignedTree(directory, origin);
  if (!remembered) return stored.size === 0 ? stored : undefined;
  if (stored.size <= remembered.size) return remembered;
  await writeCosignedTree(directory, { origin, ...stored });
  return stored;
}
